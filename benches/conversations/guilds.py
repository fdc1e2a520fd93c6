#!/usr/bin/env python3
"""Collects what the commands of a game's server, a community's bot and a help desk's bot answer, in the words of their
translators.

Usage: guilds.py --clones DIR --out DIR [--only NAME,NAME]

The DIR of --clones contains git clones (bare ones are enough), each named OWNER+REPOSITORY: EssentialsX+Essentials,
Androz2091+AtlantaBot, discord-tickets+bot. Requires PyYAML. `worlds.LANGUAGE` is the game's server, whose requests are in
this file; in `guilds.LANGUAGE` the documentation of a command, which its translators wrote too, stands for the request. A
reply of the bots counts as a claim if its English original says that the command did its work.
"""
import json, re

import yaml

from collection import Collection, collect, git, shown, some

# The most replies of a set that say that something is missing or not possible.
FEW = 160

# ---------------------------------------------------------------- a game's server

WORLD = "EssentialsX+Essentials"
WORLDS = {"en": "en", "de": "de", "fr": "fr", "es": "es", "pt": "pt", "pt-br": "pt_BR", "zh": "zh"}
# The texts that say that something was done, with a request for it in English, German, French, Spanish, Portuguese and
# Chinese.
REQUESTS = {
    "mutedPlayer": ("Mute Alex, please.", "Schalte Alex stumm.", "Rends Alex muet, s'il te plaît.", "Silencia a Alex, por favor.", "Silencia o Alex, por favor.", "请禁言Alex"),
    "mutedPlayerFor": ("Mute Alex for 10 minutes.", "Schalte Alex für 10 Minuten stumm.", "Rends Alex muet pendant 10 minutes.", "Silencia a Alex durante 10 minutos.", "Silencia o Alex por 10 minutos.", "把Alex禁言10分钟"),
    "unmutedPlayer": ("Unmute Alex.", "Heb die Stummschaltung von Alex auf.", "Rends la parole à Alex.", "Quítale el silencio a Alex.", "Tira o silêncio do Alex.", "解除Alex的禁言"),
    "nickSet": ("Change my nickname to Falcon.", "Ändere meinen Spitznamen in Falcon.", "Change mon surnom en Falcon.", "Cambia mi apodo a Falcon.", "Muda o meu apelido para Falcon.", "把我的昵称改成Falcon"),
    "nickChanged": ("Give Alex the nickname Falcon.", "Gib Alex den Spitznamen Falcon.", "Donne à Alex le surnom Falcon.", "Ponle a Alex el apodo Falcon.", "Dá ao Alex o apelido Falcon.", "给Alex设置昵称Falcon"),
    "homeSet": ("Set my home here.", "Setz mein Zuhause hierher.", "Définis ma maison ici.", "Fija mi casa aquí.", "Define a minha casa aqui.", "把我的家设在这里"),
    "homeRenamed": ("Rename my home Base to Castle.", "Benenne mein Zuhause Base in Castle um.", "Renomme ma maison Base en Castle.", "Cambia el nombre de mi casa Base a Castle.", "Renomeia a minha casa Base para Castle.", "把我的家Base改名为Castle"),
    "deleteHome": ("Delete my home Base.", "Lösch mein Zuhause Base.", "Supprime ma maison Base.", "Borra mi casa Base.", "Apaga a minha casa Base.", "删除我的家Base"),
    "deleteWarp": ("Delete the warp Base.", "Lösch den Warp Base.", "Supprime le warp Base.", "Borra el warp Base.", "Apaga o warp Base.", "删除传送点Base"),
    "warpSet": ("Create a warp named Base here.", "Erstell hier einen Warp namens Base.", "Crée un warp nommé Base ici.", "Crea aquí un warp llamado Base.", "Cria aqui um warp chamado Base.", "在这里创建一个叫Base的传送点"),
    "deleteKit": ("Remove the kit Base.", "Entfern das Kit Base.", "Retire le kit Base.", "Elimina el kit Base.", "Remove o kit Base.", "移除礼包Base"),
    "kitReset": ("Reset the cooldown of the kit Base.", "Setz die Abklingzeit des Kits Base zurück.", "Réinitialise le délai du kit Base.", "Reinicia el tiempo de espera del kit Base.", "Reinicia o tempo de espera do kit Base.", "重置礼包Base的冷却时间"),
    "playerJailed": ("Put Alex in jail.", "Steck Alex ins Gefängnis.", "Mets Alex en prison.", "Mete a Alex en la cárcel.", "Prende o Alex.", "把Alex关进监狱"),
    "jailReleased": ("Release Alex from jail.", "Lass Alex aus dem Gefängnis frei.", "Libère Alex de prison.", "Saca a Alex de la cárcel.", "Solta o Alex da prisão.", "把Alex从监狱里放出来"),
    "healOther": ("Heal Alex.", "Heile Alex.", "Soigne Alex.", "Cura a Alex.", "Cura o Alex.", "治疗Alex"),
    "timeWorldSet": ("Set the time to noon.", "Stell die Zeit auf Mittag.", "Règle l'heure sur midi.", "Pon la hora a mediodía.", "Põe a hora ao meio-dia.", "把时间设为正午"),
    "weatherStorm": ("Make it storm.", "Lass es stürmen.", "Fais venir l'orage.", "Pon tormenta.", "Faz cair uma tempestade.", "把天气改成暴风雨"),
    "weatherSun": ("Change the weather to sunny.", "Stell das Wetter auf Sonne.", "Mets le temps au soleil.", "Cambia el tiempo a soleado.", "Muda o tempo para sol.", "把天气改成晴天"),
    "gameMode": ("Switch Alex to creative mode.", "Setz Alex in den Kreativmodus.", "Passe Alex en mode créatif.", "Pon a Alex en modo creativo.", "Coloca o Alex no modo criativo.", "把Alex切换到创造模式"),
    "moneySentTo": ("Send Alex 50 dollars.", "Schick Alex 50 Dollar.", "Envoie 50 dollars à Alex.", "Envíale 50 dólares a Alex.", "Envia 50 dólares ao Alex.", "给Alex转50美元"),
    "setBalOthers": ("Set Alex's balance to 50 dollars.", "Setz Alex' Kontostand auf 50 Dollar.", "Fixe le solde d'Alex à 50 dollars.", "Fija el saldo de Alex en 50 dólares.", "Define o saldo do Alex em 50 dólares.", "把Alex的余额设为50美元"),
    "mailSent": ("Send a mail to Alex: see you tonight.", "Schick Alex eine Mail: bis heute Abend.", "Envoie un message à Alex : à ce soir.", "Envíale un correo a Alex: nos vemos esta noche.", "Envia um e-mail ao Alex: até logo à noite.", "给Alex发一封邮件：今晚见"),
    "kickedAll": ("Kick everyone off the server.", "Wirf alle vom Server.", "Expulse tout le monde du serveur.", "Expulsa a todos del servidor.", "Expulsa todos do servidor.", "把所有人踢出服务器"),
    "requestAccepted": ("Accept Alex's teleport request.", "Nimm Alex' Teleportanfrage an.", "Accepte la demande de téléportation d'Alex.", "Acepta la solicitud de teletransporte de Alex.", "Aceita o pedido de teletransporte do Alex.", "接受Alex的传送请求"),
    "requestDenied": ("Decline the teleport request.", "Lehn die Teleportanfrage ab.", "Refuse la demande de téléportation.", "Rechaza la solicitud de teletransporte.", "Recusa o pedido de teletransporte.", "拒绝传送请求"),
    "teleportRequestAllCancelled": ("Cancel all my teleport requests.", "Brich alle meine Teleportanfragen ab.", "Annule toutes mes demandes de téléportation.", "Cancela todas mis solicitudes de teletransporte.", "Cancela todos os meus pedidos de teletransporte.", "取消我所有的传送请求"),
    "enchantmentApplied": ("Add Sharpness to this sword.", "Verzaubere dieses Schwert mit Schärfe.", "Ajoute Tranchant à cette épée.", "Ponle Filo a esta espada.", "Adiciona Afiação a esta espada.", "给这把剑附魔锋利"),
    "enchantmentRemoved": ("Remove Sharpness from this sword.", "Entfern Schärfe von diesem Schwert.", "Retire Tranchant de cette épée.", "Quítale Filo a esta espada.", "Remove Afiação desta espada.", "把这把剑上的锋利去掉"),
    "bookTitleSet": ("Change the title of this book to Diary.", "Ändere den Titel dieses Buches in Diary.", "Change le titre de ce livre en Diary.", "Cambia el título de este libro a Diary.", "Muda o título deste livro para Diary.", "把这本书的标题改成Diary"),
    "itemnameSuccess": ("Rename this item to Falcon.", "Benenne diesen Gegenstand in Falcon um.", "Renomme cet objet en Falcon.", "Cambia el nombre de este objeto a Falcon.", "Renomeia este item para Falcon.", "把这个物品改名为Falcon"),
    "inventoryClearingAllItems": ("Clear Alex's inventory.", "Leere das Inventar von Alex.", "Vide l'inventaire d'Alex.", "Vacía el inventario de Alex.", "Limpa o inventário do Alex.", "清空Alex的物品栏"),
    "msgDisabled": ("Turn off private messages for me.", "Schalte private Nachrichten für mich aus.", "Désactive les messages privés pour moi.", "Desactiva los mensajes privados para mí.", "Desativa as mensagens privadas para mim.", "帮我关闭私信"),
    "msgEnabled": ("Turn private messages back on.", "Schalte private Nachrichten wieder ein.", "Réactive les messages privés.", "Vuelve a activar los mensajes privados.", "Volta a ativar as mensagens privadas.", "重新开启私信"),
    "teleportationDisabled": ("Disable teleporting to me.", "Deaktiviere das Teleportieren zu mir.", "Désactive la téléportation vers moi.", "Desactiva el teletransporte hacia mí.", "Desativa o teletransporte até mim.", "禁止别人传送到我这里"),
    "ignorePlayer": ("Ignore Alex.", "Ignoriere Alex.", "Ignore Alex.", "Ignora a Alex.", "Ignora o Alex.", "屏蔽Alex"),
    "spawnSet": ("Set the spawn for the group Base here.", "Setz den Spawn der Gruppe Base hierher.", "Définis ici le point d'apparition du groupe Base.", "Fija aquí la aparición del grupo Base.", "Define aqui o spawn do grupo Base.", "把Base组的出生点设在这里"),
    "repair": ("Repair my sword.", "Repariere mein Schwert.", "Répare mon épée.", "Repara mi espada.", "Conserta a minha espada.", "修理我的剑"),
    "powerToolClearAll": ("Clear all my powertool commands.", "Lösch alle meine Powertool-Befehle.", "Efface toutes mes commandes powertool.", "Borra todos mis comandos de powertool.", "Apaga todos os meus comandos powertool.", "清除我所有的快捷命令"),
    "discordCommandUnlinkUnlinked": ("Unlink my Discord account.", "Trenne mein Discord-Konto.", "Dissocie mon compte Discord.", "Desvincula mi cuenta de Discord.", "Desvincula a minha conta do Discord.", "解除我的Discord账号绑定"),
    "worthSet": ("Set the worth of this item to 50.", "Setz den Wert dieses Gegenstands auf 50.", "Fixe la valeur de cet objet à 50.", "Fija el valor de este objeto en 50.", "Define o valor deste item em 50.", "把这个物品的价值设为50"),
    "pTimeReset": ("Reset the player time of Alex.", "Setz die Spielerzeit von Alex zurück.", "Réinitialise l'heure d'Alex.", "Restablece la hora de Alex.", "Redefine a hora do Alex.", "重置Alex的玩家时间"),
    "moveSpeed": ("Set Alex's flying speed to 2.", "Setz Alex' Fluggeschwindigkeit auf 2.", "Règle la vitesse de vol d'Alex sur 2.", "Pon la velocidad de vuelo de Alex en 2.", "Define a velocidade de voo do Alex em 2.", "把Alex的飞行速度设为2"),
}
# What the texts of each request are filled with; elsewhere the first is a name and the second an amount.
FILLED = {
    "nickSet": ("Falcon",), "homeRenamed": ("Base", "Castle"), "deleteHome": ("Base",), "deleteWarp": ("Base",), "warpSet": ("Base",),
    "deleteKit": ("Base",), "kitReset": ("Base",), "timeWorldSet": ("12:00", "world"), "weatherStorm": ("world",), "weatherSun": ("world",),
    "gameMode": ("creative", "Alex"), "moneySentTo": ("$50", "Alex"), "setBalOthers": ("Alex", "$50"), "enchantmentApplied": ("Sharpness",),
    "enchantmentRemoved": ("Sharpness",), "bookTitleSet": ("Diary",), "itemnameSuccess": ("Falcon",), "spawnSet": ("Base",),
    "mutedPlayerFor": ("Alex", "10 min"), "repair": ("Sword",), "moveSpeed": ("fly", "2", "Alex"),
}
REFUSES = re.compile(
    r"\bnot\b|n''?t\b|cannot|\bunable\b|\bmust\b|\bneed|\binvalid\b|\bthere (is|are) no\b|\balready\b|\bplease\b", re.IGNORECASE
)
# Texts that say what the program did by itself.
BY_ITSELF = re.compile(r"fixedHomes|essentialsHelp|automod\.DELETED")


def messages(code):
    text = shown(WORLD, f"Essentials/src/main/resources/messages_{code}.properties")
    return dict(line.split("=", 1) for line in text.splitlines() if "=" in line and not line.startswith("#"))


def worlds(code):
    collection, texts, english = Collection(f"worlds.{code}"), messages(WORLDS[code]), messages("en")
    column = ("en", "de", "fr", "es", "pt", "zh").index(code.split("-")[0])
    refusals = []

    def filled(key):
        values = FILLED.get(key, ("Alex", "50", "Base", "10"))
        text = re.sub(r"<[^<>]*>", "", re.sub(r"\\([:!=# ])", r"\1", texts[key]).replace("''", "'"))
        return re.sub(r"\{(\d)\}", lambda slot: (values * 4)[int(slot[1])], text).replace("\\n", "\n").strip()

    for key, requests in REQUESTS.items():
        if key not in texts or code != "en" and texts[key] == english.get(key):
            continue
        collection.exchange(f"worlds.{code}.{key}", requests[column], filled(key), key)
    for key, text in english.items():
        if key in texts and "Command" not in key and REFUSES.search(text) and not BY_ITSELF.match(key) and (code == "en" or texts[key] != text):
            refusals.append((f"worlds.{code}.{key}", key))
    requests = [asked[column] for asked in REQUESTS.values()]
    for number, (conversation, key) in enumerate(some(refusals, FEW)):
        collection.exchange(conversation, requests[number % len(requests)], filled(key))
    return collection


# ---------------------------------------------------------------- bots of communities and help desks

COMMUNITY, DESK = "Androz2091+AtlantaBot", "discord-tickets+bot"
GUILDS = {"en": ("en-US", "en-GB"), "de": ("de-DE", "de"), "fr": ("fr-FR", "fr"), "es": ("es-ES", "es-ES"), "pt": ("pt-PT", "pt-BR"), "zh-tw": (None, "zh-TW")}
DID = re.compile(
    r"\b(has|have|was|were) (just |now )?(been )?(successfully )?(\w+ed|set|sent)\b|\b(is|are) now (enabled|disabled|muted|\w+lish)\b"
    r"|^[A-Z:{*][^.!?]{0,50} (added|deleted|created|loaded|disabled|enabled|launched|re-rolled|cleared|paused|resumed|skipped|stopped|reloaded|sought)\b"
    r"|^You just (paid|gave|divorced)\b|\bdeposited in\b|^✅ (Ticket closed|Priority set)|^Reminder saved"
)
# Commands that show something, and what comes of itself.
SHOWS = re.compile(r"configuration|filters|translate|QUEUE_ENDED|DEFAULT_MESSAGE")
DID_NOT = re.compile(
    r"\bnot\b|n't\b|\balready\b|cannot|\bmust\b|\bplease\b|\?|\bif\b|\bwill be\b|Hello|automatically banned|automatically kicked|^React|\bLogs\b|disconnected from|\{by\}|\{from\}", re.IGNORECASE
)
VALUES = [(r"user|member|added|removed|author", "Anna"), (r"role", "DJ"), (r"channel|ticket|category|\bto\b", "#support"), (r"time|date", "10 min"),
          (r"count|amount|money|credit", "5"), (r"reason", "Spam"), (r"server", "Jazz"), (r"prefix", "!"), (r"priority", "1")]


def fill(text):
    """The text with values for its placeholders, without the marks of formatting."""
    value = lambda slot: next((value for name, value in VALUES if re.search(name, slot[1], re.IGNORECASE)), "Jazz")
    return re.sub(r"[`*]|:arrow_\w+:|:\w+_hook:", "", re.sub(r"\{+\s*([\w.]*)\s*\}+", value, text)).strip()


def community(code):
    """Each command's documentation and its texts, by their key."""
    for path in git(COMMUNITY, "ls-tree", "-r", "--name-only", "HEAD", "languages/en-US").decode().split() if code else ():
        read = lambda language: json.loads(shown(COMMUNITY, path.replace("en-US", language)) or "{}")
        english, texts = read("en-US"), read(code)
        if texts.get("DESCRIPTION") and (code == "en-US" or texts["DESCRIPTION"] != english["DESCRIPTION"]):
            yield path[len("languages/en-US/"):-5], texts["DESCRIPTION"], [(key, text, texts[key]) for key, text in english.items() if isinstance(text, str) and key.isupper() and texts.get(key)]


def desk(code):
    read = lambda language: yaml.safe_load(shown(DESK, f"src/i18n/{language}.yml"))["commands"]
    english, translated = read("en-GB"), read(code)
    for kind in ("message", "slash"):
        for name, command in english[kind].items():
            texts = translated.get(kind, {}).get(name) or {}
            said = lambda part, own: "\n".join(str(part.get(key)) for key in ("title", "description") if part.get(key)) if isinstance(own, dict) else str(part)
            pairs = [(key, said(own, own), said(texts[key], own)) for key, own in command.items()
                     if key not in ("name", "description", "options", "response", "title", "confirm_multiple") and texts.get(key) and isinstance(texts[key], type(own))]
            if texts:
                yield name, texts.get("description") or texts.get("name"), pairs


def guilds(code):
    collection, refusals = Collection(f"guilds.{code}"), []
    first, second = GUILDS[code]
    for name, request, texts in [*community(first), *desk(second)]:
        for key, english, text in texts:
            conversation = f"guilds.{code}.{name}.{key}"
            if code != "en" and english == text or key in ("DESCRIPTION", "USAGE", "EXAMPLES"):
                continue
            if DID.search(english) and not DID_NOT.search(english) and not SHOWS.search(conversation):
                collection.exchange(conversation, fill(request), fill(text), name.split("/")[-1])
            elif REFUSES.search(english) and not BY_ITSELF.search(conversation):
                refusals.append((conversation, fill(request), fill(text)))
    for refusal in some(refusals, FEW):
        collection.exchange(*refusal)
    return collection


if __name__ == "__main__":
    collect({f"worlds.{code}": lambda code=code: worlds(code) for code in WORLDS}
            | {f"guilds.{code}": lambda code=code: guilds(code) for code in GUILDS})
