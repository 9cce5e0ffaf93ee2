"""Games as text, for language models: what a seat is told, and its answers in the game's notation.

`TextSeat` writes prompts for one seat, `TextBot` lets a model play it, `TextEnv` has TextArena's
`reset / get_observation / step`, and `forno.adapters.text.kaggle` the three functions of Kaggle's environments.
"""

from forno.adapters.text.bot import Model, ModelSilent, Talk, TextBot
from forno.adapters.text.env import TextEnv
from forno.adapters.text.seat import TextSeat, read_move

__all__ = ["Model", "ModelSilent", "Talk", "TextBot", "TextEnv", "TextSeat", "read_move"]
