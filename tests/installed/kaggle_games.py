"""Program that plays whole games in Kaggle's own harness, with a model on this computer; needs kaggle-environments."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

from kaggle_environments.core_harness import create_agent_fn  # type: ignore[import-not-found]

import forno
from forno.adapters.text import TextSeat, kaggle
from forno.core.events import seen_by


class Server(BaseHTTPRequestHandler):
    """An OpenAI-compatible server: it asks for the legal moves, then takes the last one."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        _before, there, moves = asked["messages"][-1]["content"].rpartition("\n\nLegal moves: ")
        move = moves.removesuffix(".").split("; ")[-1] if there else "legal moves"
        delta = {"role": "assistant", "content": json.dumps({"move": move})}
        choices = [
            {"index": 0, "delta": delta, "finish_reason": None},
            {"index": 0, "delta": {}, "finish_reason": "stop"},
        ]
        told = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": asked["model"]}
        chunks = [json.dumps(told | {"choices": [choice]}) for choice in choices]
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write("".join(f"data: {chunk}\n\n" for chunk in [*chunks, "[DONE]"]).encode())

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def play(game: forno.Game, address: str) -> forno.State:
    """Play a whole game; every seat is an agent of Kaggle's."""
    harness = SimpleNamespace(
        get_legal_moves=kaggle.get_legal_moves,
        make_prompt=kaggle.generate_prompt,
        parse_response=kaggle.parse_response,
    )
    model = ("openai/loopback", {"api_base": address, "api_key": "none"})
    agents = [create_agent_fn(harness, model_override=model) for _seat in range(game.players)]
    texts = [TextSeat(game, seat) for seat in range(game.players)]
    state = game.deal(7)
    events = state.events
    while True:
        for seat, text in enumerate(texts):
            for event in seen_by(events, seat):
                text.observe(event)
        if state.is_over:
            return state
        text = texts[state.seat]
        answer = agents[state.seat](kaggle.observation_of(text, state.view(state.seat)), {})
        assert answer["status"] == "OK", answer
        text.decided()
        events = state.apply(answer["submission"])


if __name__ == "__main__":
    with ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for name, options in (("mamma-mia", {}), ("pizza-master", {"max_days": 2})):
            end = play(forno.game(name, players=2, **options), f"http://127.0.0.1:{server.server_port}/v1")
            print(f"{name} won by {end.outcome.winners}", flush=True)
        server.shutdown()
