"""A bot for Forno that needs nothing of Forno: it speaks the line protocol (docs/line-protocol.md).

    forno arena --bots "random,exec:python examples/line_bot.py" --games 100

It knows little about the games: it does as much as it can at once. Between actions that begin with a number it takes
one with the largest, and otherwise it takes any.
"""

import json
import random
import sys


def choose(actions, luck):
    """One of the actions: a list of objects with a number and a notation."""
    luck.shuffle(actions)
    return max(actions, key=lambda action: leading_number(action["notation"]))["number"]


def leading_number(notation):
    first = notation.split()[0]
    return int(first) if first.isdigit() else 0


def main():
    luck = random.Random()
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "forno":
            print("id name Grabber")
            print("fornook" if rest == "1" else f"error I speak version 1, not {rest}")
        elif word == "game":
            luck = random.Random(str(json.loads(rest)["seed"]))
            print("readyok")
        elif word == "choose":
            print("bestaction", choose(json.loads(rest)["actions"], luck))
        elif word == "quit":
            break
        sys.stdout.flush()


if __name__ == "__main__":
    main()
