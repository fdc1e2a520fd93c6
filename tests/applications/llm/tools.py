"""The tools of a gardener."""


def list_files():
    "Lists the files of the garden book."
    return {"files": ["beds.txt", "seeds.txt"]}


def read_file(path: str):
    "Reads a file of the garden book."
    books = {"beds.txt": "Bed 1: leeks. Bed 2: broad beans.", "seeds.txt": "Radish, rocket, chard."}
    if path not in books:
        raise FileNotFoundError(f"there is no file {path}")
    return books[path]


def weather(city: str):
    "The weather of a city."
    return {"city": city, "degrees": 17, "sky": "clear"}


def save_note(title: str, text: str):
    "Saves a note."
    return {"saved": True, "title": title}
