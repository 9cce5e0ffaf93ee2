"""Benchmark of language models: they play against bots, and reviews part memory, judgement and luck."""

from forno.features.model_bench.bench import Bench, ModelGame, play_bench, table
from forno.features.model_bench.models import AddressModel, CommandModel

__all__ = ["AddressModel", "Bench", "CommandModel", "ModelGame", "play_bench", "table"]
