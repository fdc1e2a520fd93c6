#!/usr/bin/env python3
"""Builds conversations in several languages from the texts of open-source voice assistants.

Usage: assistants.py --clones DIR --out DIR

The DIR of --clones contains clones, with their files checked out, of
  https://github.com/home-assistant/intents             as `intents`
  https://github.com/MycroftAI/{mycroft-core,mycroft-timer,skill-alarm,skill-reminder,skill-volume}
  https://github.com/OpenVoiceOS/ovos-skill-{alerts,dictation,naptime,screenshot,volume,wallpapers}
under their own names. Missing clones are skipped. Requires PyYAML.

For each language, it writes the sets that measure.py reads: homes.LANGUAGE (requests and replies of Home Assistant's
own tests, and its error messages) and skills.LANGUAGE (the dialogs of the skills, with the requests in this file).
"""
import argparse
import collections
import glob
import itertools
import json
import os
import re

import yaml

HOMES = ["en", "de", "es", "fr", "pt", "pt-br", "zh-cn", "zh-hk", "zh-tw"]
SKILLS = {"en": ["en-us"], "de": ["de-de"], "es": ["es-es"], "fr": ["fr-fr"], "pt": ["pt-br", "pt-pt"]}
# How often the same reply is used with the same tool, for different requests.
MOST = 3
READS = re.compile(r"Get|Status|Respond|Nevermind")

# The values for the placeholders of dialogs, by language.
VALUES = {
    "en": dict(name="pasta", duration="five minutes", ordinal="second", time_diff="two minutes", count="three", number="three", names="pasta and eggs",
               time="7 am", date="Monday", rel="two hours", recurrence="weekdays", desc="7 am", list="7 am and 8 am", item="7 am", items="bread and milk", when="7 am",
               datetime="Monday at 7 am", timedate="7 pm", reminder="call the dentist", volume="six", level="60", kind="alarm", begin="7 am", remaining="two hours",
               num="three", repeat="day", type="event", end="9 am", event="a meeting", reminders="call the dentist", lists="shopping and work", existing="bread", delta="two minutes"),
    "de": dict(name="Nudeln", duration="fünf Minuten", ordinal="zweite", time_diff="zwei Minuten", count="drei", number="drei", names="Nudeln und Eier",
               time="7 Uhr", date="Montag", rel="zwei Stunden", recurrence="werktags", desc="7 Uhr", list="7 Uhr und 8 Uhr", item="7 Uhr", items="Brot und Milch", when="7 Uhr",
               datetime="Montag um 7 Uhr", timedate="19 Uhr", reminder="Zahnarzt anrufen", volume="sechs", level="60", kind="Wecker", begin="7 Uhr", remaining="zwei Stunden",
               num="drei", repeat="Tag", type="Termin", end="9 Uhr", event="eine Besprechung", reminders="Zahnarzt anrufen", lists="Einkauf und Arbeit", existing="Brot", delta="zwei Minuten"),
    "es": dict(name="pasta", duration="cinco minutos", ordinal="segundo", time_diff="dos minutos", count="tres", number="tres", names="pasta y huevos",
               time="las 7", date="lunes", rel="dos horas", recurrence="días laborables", desc="las 7", list="las 7 y las 8", item="las 7", items="pan y leche", when="las 7",
               datetime="el lunes a las 7", timedate="las 19:00", reminder="llamar al dentista", volume="seis", level="60", kind="alarma", begin="las 7", remaining="dos horas",
               num="tres", repeat="día", type="evento", end="las 9", event="una reunión", reminders="llamar al dentista", lists="compra y trabajo", existing="pan", delta="dos minutos"),
    "fr": dict(name="pâtes", duration="cinq minutes", ordinal="deuxième", time_diff="deux minutes", count="trois", number="trois", names="pâtes et œufs",
               time="7 heures", date="lundi", rel="deux heures", recurrence="jours ouvrables", desc="7 heures", list="7 heures et 8 heures", item="7 heures", items="pain et lait", when="7 heures",
               datetime="lundi à 7 heures", timedate="19 heures", reminder="appeler le dentiste", volume="six", level="60", kind="alarme", begin="7 heures", remaining="deux heures",
               num="trois", repeat="jour", type="événement", end="9 heures", event="une réunion", reminders="appeler le dentiste", lists="courses et travail", existing="pain", delta="deux minutes"),
    "pt": dict(name="massa", duration="cinco minutos", ordinal="segundo", time_diff="dois minutos", count="três", number="três", names="massa e ovos",
               time="7 horas", date="segunda-feira", rel="duas horas", recurrence="dias úteis", desc="7 horas", list="7 e 8 horas", item="7 horas", items="pão e leite", when="7 horas",
               datetime="segunda-feira às 7 horas", timedate="19 horas", reminder="ligar para o dentista", volume="seis", level="60", kind="alarme", begin="7 horas", remaining="duas horas",
               num="três", repeat="dia", type="evento", end="9 horas", event="uma reunião", reminders="ligar para o dentista", lists="compras e trabalho", existing="pão", delta="dois minutos"),
}

# Each tool with a request for it in en, de, es, fr and pt.
DEEDS = {
    "set_timer": ["Set a timer for five minutes.", "Stell einen Timer auf fünf Minuten.", "Pon un temporizador de cinco minutos.", "Mets un minuteur de cinq minutes.", "Coloca um temporizador de cinco minutos."],
    "cancel_timer": ["Stop the timer.", "Stopp den Timer.", "Para el temporizador.", "Arrête le minuteur.", "Cancela o temporizador."],
    "cancel_all_timers": ["Cancel all timers.", "Lösch alle Timer.", "Cancela todos los temporizadores.", "Annule tous les minuteurs.", "Cancela todos os temporizadores."],
    "set_alarm": ["Wake me at seven.", "Weck mich um sieben.", "Pon una alarma a las siete.", "Mets une alarme à sept heures.", "Coloca um alarme para as sete."],
    "cancel_alarm": ["Cancel my alarm for seven.", "Lösch meinen Wecker um sieben.", "Cancela mi alarma de las siete.", "Annule mon alarme de sept heures.", "Cancela o meu alarme das sete."],
    "cancel_all": ["Cancel all my alarms.", "Lösch alle meine Wecker.", "Cancela todas mis alarmas.", "Annule toutes mes alarmes.", "Cancela todos os meus alarmes."],
    "reschedule_alert": ["Move it to nine.", "Verschieb das auf neun Uhr.", "Cámbialo a las nueve.", "Décale ça à neuf heures.", "Muda isso para as nove."],
    "set_reminder": ["Remind me to call the dentist at seven.", "Erinnere mich um sieben daran, den Zahnarzt anzurufen.", "Recuérdame llamar al dentista a las siete.", "Rappelle-moi d'appeler le dentiste à sept heures.", "Lembra-me de ligar ao dentista às sete."],
    "cancel_reminder": ["Cancel the reminder.", "Lösch die Erinnerung.", "Cancela el recordatorio.", "Annule le rappel.", "Cancela o lembrete."],
    "clear_reminders": ["Delete all reminders.", "Lösch alle Erinnerungen.", "Borra todos los recordatorios.", "Supprime tous les rappels.", "Apaga todos os lembretes."],
    "dismiss_alert": ["Turn the alarm off.", "Mach den Wecker aus.", "Quita la alarma.", "Éteins l'alarme.", "Desliga o alarme."],
    "add_todo": ["Put milk on my list.", "Setz Milch auf meine Liste.", "Apunta leche en mi lista.", "Mets du lait sur ma liste.", "Põe leite na minha lista."],
    "delete_items": ["Delete bread, milk and eggs from my list.", "Streich Brot, Milch und Eier von meiner Liste.", "Borra pan, leche y huevos de mi lista.", "Enlève pain, lait et œufs de ma liste.", "Tira pão, leite e ovos da minha lista."],
    "delete_list": ["Delete the list.", "Lösch die Liste.", "Borra la lista.", "Supprime la liste.", "Apaga a lista."],
    "schedule": ["Run the backup script at seven.", "Führ das Sicherungsskript um sieben aus.", "Ejecuta el script a las siete.", "Lance le script à sept heures.", "Executa o script às sete."],
    "set_volume": ["Set the volume to six.", "Stell die Lautstärke auf sechs.", "Pon el volumen a seis.", "Mets le volume à six.", "Põe o volume em seis."],
    "set_maximum_volume": ["As loud as you can!", "So laut wie möglich!", "¡Pon el volumen al máximo!", "Mets le volume à fond !", "Põe o volume no máximo!"],
    "increase_volume": ["Louder, please.", "Lauter, bitte.", "Sube el volumen.", "Monte le volume.", "Aumenta o volume."],
    "decrease_volume": ["Turn it down a bit.", "Mach leiser.", "Baja el volumen.", "Baisse le volume.", "Baixa o volume."],
    "mute_volume": ["Mute the sound.", "Schalte den Ton stumm.", "Silencia el sonido.", "Coupe le son.", "Silencia o som."],
    "unmute_volume": ["Turn the sound on again.", "Mach den Ton wieder an.", "Vuelve a activar el sonido.", "Remets le son.", "Liga o som de novo."],
    "start_dictation": ["Start dictation.", "Starte das Diktat.", "Empieza el dictado.", "Démarre la dictée.", "Inicia o ditado."],
    "stop_dictation": ["Stop dictation.", "Beende das Diktat.", "Para el dictado.", "Arrête la dictée.", "Para o ditado."],
    "take_screenshot": ["Take a screenshot.", "Mach ein Bildschirmfoto.", "Haz una captura de pantalla.", "Fais une capture d'écran.", "Tira uma captura de ecrã."],
    "change_wallpaper": ["Change my wallpaper.", "Ändere mein Hintergrundbild.", "Cambia mi fondo de pantalla.", "Change mon fond d'écran.", "Muda o meu papel de parede."],
    "set_ssh": ["Switch SSH logins on or off as I have set them.", "Schalte die SSH-Anmeldung um.", "Cambia el acceso por SSH.", "Change l'accès SSH.", "Muda o acesso por SSH."],
    "reset_device": ["Reset the device to factory defaults.", "Setz das Gerät auf die Werkseinstellungen zurück.", "Restablece los ajustes de fábrica.", "Remets l'appareil aux réglages d'usine.", "Restaura as definições de fábrica."],
}
QUESTION = ["What is set right now?", "Was ist gerade eingestellt?", "¿Qué hay programado ahora?", "Qu'est-ce qui est réglé en ce moment ?", "O que está programado agora?"]
LANGUAGES = ["en", "de", "es", "fr", "pt"]

# The dialogs that say that something was done, with the tool for it.
DONE = {
    r"mycroft-timer/.*/(started-timer.*)": "set_timer",
    r"mycroft-timer/.*/(cancelled-.*)": "cancel_timer",
    r"mycroft-timer/.*/(cancel-all)": "cancel_all_timers",
    r"skill-alarm/.*/(alarm\.scheduled.*|recurring\.alarm\.scheduled.*)": "set_alarm",
    r"skill-alarm/.*/(alarm\.cancelled\.(desc|recurring).*)": "cancel_alarm",
    r"skill-alarm/.*/(alarm\.cancelled\.multi)": "cancel_all",
    r"skill-reminder/.*/(SavingReminder.*|RemindingInFifteen)": "set_reminder",
    r"skill-reminder/.*/(ReminderCancelled)": "cancel_reminder",
    r"skill-reminder/.*/(ClearedAll)": "clear_reminders",
    r"ovos-skill-alerts/.*/(confirm_timer_started)": "set_timer",
    r"ovos-skill-alerts/.*/(confirm_alert_set|confirm_alert_recurring)": "set_alarm",
    r"ovos-skill-alerts/.*/(confirm_alert.*(script|playback))": "schedule",
    r"ovos-skill-alerts/.*/(confirm_cancel_alert)": "cancel_alarm",
    r"ovos-skill-alerts/.*/(confirm_cancel_(all|timeframe))": "cancel_all",
    r"ovos-skill-alerts/.*/(alert_rescheduled|alert_rescheduled_(all_day|end|repeat))": "reschedule_alert",
    r"ovos-skill-alerts/.*/(confirm_dismiss_alert)": "dismiss_alert",
    r"ovos-skill-alerts/.*/(confirm_todo_set|list_todo_subitems_added)": "add_todo",
    r"ovos-skill-alerts/.*/(list_todo_num_deleted)": "delete_items",
    r"ovos-skill-alerts/.*/(list_deleted)": "delete_list",
    r"ovos-skill-volume/.*/(volume\.set\.percent)": "set_volume",
    r"ovos-skill-volume/.*/(volume\.max)": "set_maximum_volume",
    r"skill-volume/.*/(set\.volume.*)": "set_volume",
    r"skill-volume/.*/(max\.volume)": "set_maximum_volume",
    r"skill-volume/.*/(increase\.volume)": "increase_volume",
    r"skill-volume/.*/(decrease\.volume)": "decrease_volume",
    r"skill-volume/.*/(mute\.volume)": "mute_volume",
    r"skill-volume/.*/(reset\.volume)": "unmute_volume",
    r"ovos-skill-dictation/.*/(start)": "start_dictation",
    r"ovos-skill-dictation/.*/(stop)": "stop_dictation",
    r"ovos-skill-screenshot/.*/(screenshot\.taken)": "take_screenshot",
    r"ovos-skill-wallpapers/.*/(wallpaper\.changed)": "change_wallpaper",
    r"mycroft-core/.*/(ssh (en|dis)abled)": "set_ssh",
    r"mycroft-core/.*/(reset to factory defaults)": "reset_device",
}
# Dialogs that answer a request without doing anything: questions and failures.
NOT_DONE = re.compile(r"ask|confirm|error|not|no[._]|fail|already|exist|which|query|sure|specify|past|too|missing|cant|dup|repeat|choose|selection|cancelled$|aboutwhat|when", re.I)
# The main tool of each skill.
FIRST = {"mycroft-timer": "set_timer", "skill-alarm": "set_alarm", "skill-reminder": "set_reminder", "ovos-skill-alerts": "set_alarm",
         "skill-volume": "set_maximum_volume", "ovos-skill-volume": "set_maximum_volume", "ovos-skill-dictation": "start_dictation",
         "ovos-skill-screenshot": "take_screenshot", "ovos-skill-wallpapers": "change_wallpaper", "mycroft-core": "reset_device", "ovos-skill-naptime": "dismiss_alert"}


class Conversations:
    """The conversations of one set."""

    def __init__(self, name):
        self.name, self.whole, self.without, self.gold = name, [], [], []
        self.seen, self.said = set(), collections.Counter()

    def add(self, asked, reply, tool=None, changes=False, arguments=None):
        """Adds a request and its reply, with the tool that ran for it, if any."""
        if not asked or not reply or (asked, reply) in self.seen or self.said[reply, tool] == MOST:
            return
        self.seen.add((asked, reply))
        self.said[reply, tool] += 1
        conversation = f"{self.name}.{len(self.seen)}"
        line = lambda number, role, content, **more: {"id": f"{conversation}.{number}", "conversation_id": conversation, "role": role, "content": content, **more}
        user, last = line(0, "user", asked), line(3, "assistant", reply, tool_calls=[])
        call = {"function": {"name": tool, "arguments": json.dumps(arguments or {}, ensure_ascii=False)}, "id": f"call_{len(self.seen)}", "type": "function"}
        ran = [line(1, "assistant", "", tool_calls=[call]), line(2, "tool", '{"ok": true}')] if tool else []
        self.whole += [user, *ran, last]
        self.without += [user, *([] if changes else ran), last]
        if changes:
            self.gold.append(last["id"])

    def write(self, folder, tools):
        if not self.whole:
            return
        at = lambda kind: open(os.path.join(folder, f"{self.name}.{kind}"), "w", encoding="utf-8")
        for kind, lines in (("whole.jsonl", self.whole), ("without.jsonl", self.without)):
            with at(kind) as file:
                file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        for kind, value in (("gold.json", self.gold), ("tools.json", tools)):
            with at(kind) as file:
                json.dump(value, file, ensure_ascii=False)
        print(f"{self.name:14s} {len(self.gold):4d} deeds of {len(self.whole):5d} messages")


def load(path):
    with open(path, encoding="utf-8") as file:
        return yaml.safe_load(file) or {}


def first(value):
    return value[0] if isinstance(value, list) and value else value


def homes(clones, out):
    """Home Assistant: the requests of its tests, and the expected replies."""
    root = os.path.join(clones, "intents")
    if not os.path.isdir(root):
        return
    described = load(os.path.join(root, "intents.yaml"))
    slots = lambda intent: {name: {"description": slot.get("description", "")} for name, slot in (intent.get("slots") or {}).items()}
    tools = [{"name": name, "description": intent.get("description", ""), "parameters": {"type": "object", "properties": slots(intent)}} for name, intent in described.items()]
    for language in HOMES:
        conversations = Conversations(f"homes.{language}")
        requests = []
        for path in sorted(glob.glob(os.path.join(root, "tests", language, "*.yaml"))):
            for test in load(path).get("tests") or []:
                intent, reply = test.get("intent") or {}, first(test.get("response"))
                asked = first(test.get("sentences"))
                name = intent.get("name")
                if not name or not isinstance(reply, str):
                    continue
                changes = not READS.search(name)
                arguments = {slot: first(value) for slot, value in (intent.get("slots") or {}).items() if isinstance(first(value), (str, int, float))}
                conversations.add(asked, reply.strip(), name, changes, arguments)
                requests += [asked] if changes else []
        errors = (load(os.path.join(root, "sentences", language, "_common.yaml")).get("responses") or {}).get("errors") or {}
        fixtures = load(os.path.join(root, "tests", language, "_fixtures.yaml"))
        named = lambda kind: first(next((entry["name"] for entry in fixtures.get(kind) or []), "X"))
        values = {"area": named("areas"), "floor": named("floors"), "entity": named("entities"), "domain": "light", "device_class": "window", "state": "on"}
        for number, error in enumerate(error for error in errors.values() if isinstance(error, str)):
            text = re.sub(r"\{\{\s*(\w+)[^}]*\}\}", lambda place: values.get(place[1], ""), error)
            if requests and "{" not in text:
                conversations.add(requests[number * 7 % len(requests)], text.strip())
        conversations.write(out, tools)


def lines_of(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return [line.strip() for line in file if line.strip() and not line.startswith("#")]


def variants(line):
    """The lines that "(stopped|cancelled)" expands to, innermost brackets first."""
    lines = [line]
    innermost = re.compile(r"\(([^()]*\|[^()]*)\)")
    while any(innermost.search(line) for line in lines):
        lines = [innermost.sub(lambda _: choice, line, count=1) for line in lines for choice in (innermost.search(line) or ["", line])[1].split("|")][:12]
    return list(dict.fromkeys(re.sub(r"\s+", " ", line).strip() for line in lines))[:4]


def filled(line, values):
    known = True

    def value(place):
        nonlocal known
        known = known and place[1] in values
        return values.get(place[1], "")

    text = re.sub(r"\{+\s*(\w+)\s*\}+", value, line)
    return text[:1].upper() + text[1:] if known and "{" not in text else None


def skills(clones, out):
    """The skills of voice assistants: their reports of success, questions and failures."""
    tools = [{"name": name, "description": asked[0], "parameters": {"type": "object", "properties": {}}} for name, asked in DEEDS.items()]
    tools.append({"name": "get_status", "description": "What is set", "parameters": {"type": "object", "properties": {}}})
    for place, language in enumerate(LANGUAGES):
        conversations = Conversations(f"skills.{language}")
        for skill in FIRST:
            for path in sorted(glob.glob(os.path.join(clones, skill, "**", "*.dialog"), recursive=True)):
                parts = path[len(clones) :].strip("/").split("/")
                name = parts[-1][: -len(".dialog")]
                if "test" in parts or "words" in parts or not set(parts) & set(SKILLS[language]):
                    continue
                whole = "/".join(parts)[: -len(".dialog")]
                tool = next((tool for pattern, tool in DONE.items() if re.fullmatch(pattern, whole)), None)
                for line in lines_of(path):
                    for variant in variants(line):
                        text = filled(variant, VALUES[language])
                        if not text or len(text) < 4:
                            continue
                        if tool:
                            conversations.add(DEEDS[tool][place], text, tool, True)
                        elif NOT_DONE.search(name):
                            conversations.add(DEEDS[FIRST[skill]][place], text)
                        else:
                            conversations.add(QUESTION[place], text, "get_status")
        conversations.write(out, tools)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clones", required=True)
    parser.add_argument("--out", required=True)
    arguments = parser.parse_args()
    os.makedirs(arguments.out, exist_ok=True)
    homes(arguments.clones, arguments.out)
    skills(arguments.clones, arguments.out)


if __name__ == "__main__":
    main()
