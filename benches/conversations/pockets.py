#!/usr/bin/env python3
"""Collects what assistants in the pocket and at home say in the words of their authors and translators.

Usage: pockets.py --clones DIR --out DIR [--only NAME,NAME]

The DIR of --clones contains git clones (bare ones are enough), each named OWNER+REPOSITORY:
SEPIA-Framework+sepia-assist-server, Stypox+dicio-android, GladysAssistant+Gladys. `sepia.LANGUAGE` is an assistant with
much small talk (German and English), `pocket` an assistant in eight languages and a home in French and English. The
requests are in this file.
"""
import json, re
from xml.etree import ElementTree

from collection import Collection, collect, shown

# What the tools answer.
SUCCESS = '{"result": "success"}'

# ---------------------------------------------------------------- an assistant that chats

# The texts that say that something was done, with the tool for it and a request for it in German and English.
DONE = {
    "alarms_set_1[ab]": ("set_alarm", "Stell den Wecker auf sieben Uhr.", "Set the alarm for seven."),
    "alarms_set_1c": ("set_timer", "Stell einen Timer auf zehn Minuten.", "Set a timer to ten minutes."),
    "alarms_stop_1a": ("stop_timer", "Stopp den Timer.", "Stop the timer."),
    "alarms_stop_1b": ("remove_alarm", "Lösch den Wecker.", "Remove the alarm."),
    "banking_success_0.": ("transfer_money", "Überweise Anna zehn Euro.", "Transfer ten euros to Anna."),
    "lists_put_1.": ("add_to_list", "Setz Milch auf die Einkaufsliste.", "Put milk on the shopping list."),
    "server_music_1a": ("play_music", "Mach Musik an.", "Play some music."),
    "server_music_1b": ("stop_music", "Halt die Musik an.", "Stop the music."),
    "server_music_1c": ("stop_player", "Stopp den Player.", "Stop the player."),
    "smartdevice_2a": ("set_device", "Stell die Lampe auf 50 %.", "Set the lamp to 50%."),
    "smartdevice_2b": ("set_device", "Stell die Lampe im Flur auf 50 %.", "Set the lamp in the hall to 50%."),
}
VALUES = {
    "de": {"alarms_set_1a": ("7", "morgen"), "alarms_set_1b": ("7", "Montag"), "alarms_set": ("zehn Minuten",), "lists": ("Einkaufsliste", "Milch"),
           "banking": ("Anna", "zehn Euro"), "smartdevice_2b": ("Lampe", "im Flur", "50 %"), "": ("Lampe", "Anna", "50 %", "Milch")},
    "en": {"alarms_set_1a": ("7 am", "tomorrow"), "alarms_set_1b": ("7 am", "Monday"), "alarms_set": ("ten minutes",), "lists": ("shopping list", "milk"),
           "banking": ("Anna", "10 €"), "smartdevice_2b": ("Lamp", "in the hall", "50%"), "": ("Lamp", "Anna", "50%", "Milk")},
}
OTHER = re.compile(r"_ask_|_ask$|^error|^abort|^no_answer|^chat|^default_(not|no|miss|under|ask|abort)|_0[a-z]$")
QUESTIONS = {"de": ("Hallo, wie geht es dir?", "Was kannst du alles?", "Kannst du mir helfen?"), "en": ("Hello, how are you?", "What can you do?", "Can you help me?")}


def sepia(code):
    collection = Collection(f"sepia.{code}")
    text = shown("SEPIA-Framework+sepia-assist-server", f"Xtensions/Assistant/answers/answers_{code}.txt")
    for number, line in enumerate(text.splitlines()):
        parts = [part.strip() for part in line.split(";;")]
        if len(parts) < 4 or line.lstrip().startswith(("#", "--")):
            continue
        name = parts[0]
        values = next(values for start, values in VALUES[code].items() if name.startswith(start))
        filled = re.sub(r"<(\d)>", lambda slot: (values * 4)[int(slot[1]) - 1], re.sub(r"<user_name>", "Anna", parts[2]))
        done = next((deed for pattern, deed in DONE.items() if re.fullmatch(pattern, name)), None)
        key = f"sepia.{code}.{number}"
        if done:
            tool, *requests = done
            collection.exchange(key, requests[code == "en"], filled, tool, SUCCESS)
        elif OTHER.search(name) and filled:
            collection.exchange(key, QUESTIONS[code][number % 3], filled)
    return collection


# ---------------------------------------------------------------- a telephone, and a home

TIMER = {
    "values": ("Set a timer for five minutes.", "Cancel the timer."),
    "values-de": ("Stell einen Timer auf fünf Minuten.", "Stopp den Timer."),
    "values-fr": ("Mets un minuteur de cinq minutes.", "Annule le minuteur."),
    "values-es": ("Pon un temporizador de cinco minutos.", "Cancela el temporizador."),
    "values-pt": ("Coloca um temporizador de cinco minutos.", "Cancela o temporizador."),
    "values-pt-rBR": ("Coloca um timer de cinco minutos.", "Cancela o timer."),
    "values-zh-rCN": ("设置一个五分钟的计时器", "取消计时器"),
    "values-zh-rTW": ("設定一個五分鐘的計時器", "取消計時器"),
}
LASTING = {"values": "5 minutes", "values-de": "5 Minuten", "values-fr": "5 minutes", "values-es": "5 minutos", "values-pt": "5 minutos",
           "values-pt-rBR": "5 minutos", "values-zh-rCN": "5分钟", "values-zh-rTW": "5分鐘"}
REFUSED = re.compile(r"skill_(timer|telephone|media|open|search|navigation|translation|listening)\w*_(no_\w+|none_canceled|unknown\w*|how_much_time|"
                     r"could_not\w*|failed\w*|not_calling|disabled|confirm_\w+|specify_where|what_question|unsupported\w*)")
GLADYS = {
    "light.turn-on.success": ("Turn on the light.", "Allume la lumière."), "light.turn-off.success": ("Turn off the light.", "Éteins la lumière."),
    "switch.turn-on.success": ("Turn on the plug.", "Allume la prise."), "switch.turn-off.success": ("Turn off the plug.", "Éteins la prise."),
    "scene.start.success": ("Start the evening scene.", "Lance la scène du soir."),
}


def pocket():
    collection = Collection("pocket")
    for folder, (set_timer, cancel) in TIMER.items():
        texts = ElementTree.fromstring(shown("Stypox+dicio-android", f"app/src/main/res/{folder}/strings.xml").encode())
        for name, text in ((entry.get("name"), "".join(entry.itertext())) for entry in texts.iter("string")):
            text = re.sub(r"%1\$[sd]", LASTING[folder] if name == "skill_timer_set" else "Pasta", re.sub(r"%2\$[sd]", LASTING[folder], text))
            text = re.sub(r"\\(.)", r"\1", text)
            done = re.fullmatch(r"skill_timer_(set|canceled|all_canceled)(_name)?", name)
            if not done and not REFUSED.fullmatch(name):
                continue
            request = set_timer if done and done[1] == "set" or name.endswith("how_much_time") else cancel
            tool = done and ("set_timer" if done[1] == "set" else "cancel_timer")
            collection.exchange(f"dicio.{folder}.{name}", request, text, tool, SUCCESS)
    for part in ("light", "switch", "scene"):
        for number, language in enumerate(("en", "fr")):
            for answer in json.loads(shown("GladysAssistant+Gladys", f"server/config/brain/{part}/answers.{language}.json")):
                label = answer["label"]
                request = GLADYS.get(re.sub(r"fail$|not-found$", "success", label))
                for variant, text in enumerate(answer["answers"]):
                    asked = (request or GLADYS["light.turn-on.success"])[number]
                    tool = label.removesuffix(".success") if label in GLADYS else None
                    collection.exchange(f"gladys.{language}.{label}.{variant}", asked, text, tool, SUCCESS)
    return collection


if __name__ == "__main__":
    collect({f"sepia.{code}": lambda code=code: sepia(code) for code in ("de", "en")} | {"pocket": pocket})
