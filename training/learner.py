"""Proximal policy optimisation by self-play: games are collected while the batch before them is learned from.

Winning is the only reward. All seats are played by the policy as it is; a critic that sees everything judges positions
for every seat, so that a decision's advantage counts what it brought to whoever made it.
"""

from __future__ import annotations

import contextlib
import json
import threading
import time
from pathlib import Path
from typing import Any, Final

import torch

from training.checkpoints import Checkpoint, export
from training.collector import HALVES, Collector, Variant
from training.model import Model
from training.settings import Settings
from training.space import Space

CRITIC_ROWS: Final = 131072
"""Number of positions that the critic judges at once."""
COPIED: Final = ("numbers", "legal", "seats", "ended", "rewards", "actions")
"""The shared arrays that travel to or from the device."""


class Rollout:
    """The decisions of all games over some steps, on the device. Shapes begin with step, half, row."""

    def __init__(self, steps: int, rows: int, space: Space, device: str) -> None:
        def empty(*shape: int, dtype: Any) -> Any:
            return torch.zeros((shape[0], HALVES, rows, *shape[1:]), dtype=dtype, device=device)

        self.numbers = empty(steps + 1, len(space.columns), dtype=torch.uint8)
        self.keys = empty(steps + 1, dtype=torch.int64)
        self.legal = empty(steps, len(space.actions), dtype=torch.bool)
        self.actions = empty(steps, dtype=torch.int64)
        self.log_probabilities = empty(steps, dtype=torch.float32)
        self.rewards = empty(steps, space.players, dtype=torch.float32)
        self.ended = empty(steps, dtype=torch.bool)


class Learner:
    """One run of training."""

    def __init__(self, space: Space, variants: list[Variant], settings: Settings, start: Checkpoint | None) -> None:
        self.settings = settings
        self.space = space
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.is_cuda = self.device == "cuda"
        self.collector = Collector(variants, settings, space.width, space.choices, space.players)
        torch.manual_seed(settings.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        actions, players = len(space.actions), space.players
        self.policy = Model(space.policy_features, settings.hidden, settings.blocks, actions, players).to(self.device)
        self.critic = Model(space.critic_features, settings.critic_hidden, settings.critic_blocks, 0, players).to(
            self.device
        )
        self.actor = Model(space.policy_features, settings.hidden, settings.blocks, actions, players).to(self.device)
        betas = (0.9, 0.99)
        self.optimizer = torch.optim.AdamW(
            [
                {"params": list(self.policy.parameters()), "scale": 1.0},
                {"params": list(self.critic.parameters()), "scale": settings.critic_rate},
            ],
            lr=settings.rate,
            eps=1e-6,
            betas=betas,
            weight_decay=1e-4,
            fused=self.is_cuda,
        )
        self.averaged = {name: value.detach().clone() for name, value in self.policy.named_parameters()}
        self.checkpoint = start or Checkpoint()
        if start is not None:
            start.restore(space, self.policy, self.critic, self.averaged, self.optimizer)
        self.updates = 0
        self.points = [place for place, name in enumerate(space.columns) if name in space.points]
        """The columns with everyone's points, if they shape the rewards."""
        if not settings.shaping:
            self.points = []
        self.tables = {
            name: torch.as_tensor(getattr(space, name), device=self.device)
            for name in ("column_table", "action_table", "relative", "absolute", "present")
        }
        self.variant_keys = torch.as_tensor(self.collector.variants * players, device=self.device)
        self.host = {name: torch.from_numpy(self.collector.arrays[name]) for name in COPIED}
        if self.is_cuda:
            for tensor in self.host.values():
                torch.cuda.cudart().cudaHostRegister(tensor.data_ptr(), tensor.numel() * tensor.element_size(), 0)
        rows = settings.workers * settings.games
        self.batches = [Rollout(settings.steps, rows, space, self.device) for _ in range(2)]
        self.raw_numbers = torch.zeros(HALVES, rows, space.width + 2, dtype=torch.uint8, device=self.device)
        self.raw_numbers[:, :, -1] = 1
        self.raw_legal = torch.zeros(HALVES, rows, space.choices + 1, dtype=torch.bool, device=self.device)
        self.stream = torch.cuda.Stream(priority=-1) if self.is_cuda else None

    def train(self, folder: Path, started: float) -> None:
        """Train until the run's minutes are over, counted from `started`; write log, snapshots and checkpoint."""
        settings = self.settings
        end = started + settings.minutes * 60
        folder.mkdir(parents=True, exist_ok=True)
        for half in range(HALVES):
            self.collector.wait(half)
            self.receive(self.batches[0], half, 0)
        thread, took = self.start_collecting(self.batches[0], None)
        place, number, begun = 0, 0, time.time()
        before, snapshot = self.checkpoint.seconds, begun
        longest = 0.0
        with Path(folder, "log.jsonl").open("a", encoding="utf-8") as log:
            while time.time() + longest < end:
                turn_started = time.time()
                thread.join()
                batch, place = self.batches[place], 1 - place
                if not took:
                    raise RuntimeError("collecting failed")
                collected = took[0]
                thread, took = self.start_collecting(self.batches[place], batch)
                number += 1
                part = min(1.0, (before + time.time() - begun) / (settings.span * 60))
                row = self.learn(batch, part, critic_only=number <= settings.critic_first)
                self.checkpoint.decisions += batch.actions.numel()
                self.checkpoint.seconds = before + time.time() - begun
                row |= {
                    "seconds": round(self.checkpoint.seconds, 1),
                    "decisions": self.checkpoint.decisions,
                    "collect": round(collected, 3),
                    "per_second": int(batch.actions.numel() / (time.time() - turn_started)),
                    "games": int(batch.ended.sum()),
                }
                print(json.dumps(row), file=log, flush=True)
                if number <= 3 or number % 20 == 0:
                    print(json.dumps(row), flush=True)
                if time.time() - snapshot > settings.snapshot_seconds:
                    snapshot = time.time()
                    self.snapshot(folder)
                longest = max(longest if number > 3 else 0.0, time.time() - turn_started)
        self.checkpoint.save(
            Path(folder, "checkpoint.pt"), self.space, self.policy, self.critic, self.averaged, self.optimizer
        )
        self.snapshot(folder)
        thread.join()
        self.close()

    def snapshot(self, folder: Path) -> None:
        """Export the averaged weights."""
        weights = {name: value.float().cpu().numpy() for name, value in self.averaged.items()}
        export(Path(folder, f"policy-{int(self.checkpoint.seconds):05d}.npz"), self.space, weights)

    def close(self) -> None:
        """Stop the workers."""
        if self.is_cuda:
            torch.cuda.synchronize()
            for tensor in self.host.values():
                torch.cuda.cudart().cudaHostUnregister(tensor.data_ptr())
        self.host.clear()
        self.collector.close()

    def autocast(self) -> Any:
        """Return the context of half precision on a GPU; CPUs are faster without."""
        return torch.autocast("cuda", dtype=torch.bfloat16) if self.is_cuda else contextlib.nullcontext()

    # --- collecting ---------------------------------------------------------------------------------------------------

    def start_collecting(self, batch: Rollout, former: Rollout | None) -> tuple[threading.Thread, list[float]]:
        """Collect a batch with the policy as it is now, in a thread; the list then says how long it took."""
        self.actor.load_state_dict(self.policy.state_dict())
        if self.is_cuda:
            torch.cuda.synchronize()
        took: list[float] = []
        thread = threading.Thread(target=self.collect, args=(batch, former, took), daemon=True)
        thread.start()
        return thread, took

    def collect(self, batch: Rollout, former: Rollout | None, took: list[float]) -> None:
        begun = time.perf_counter()
        on_stream: Any = torch.cuda.stream(self.stream) if self.is_cuda else contextlib.nullcontext()
        with torch.no_grad(), on_stream:
            if former is not None:
                batch.numbers[0].copy_(former.numbers[-1])
                batch.keys[0].copy_(former.keys[-1])
            for step in range(self.settings.steps):
                for half in range(HALVES):
                    if step:
                        self.collector.wait(half)
                        self.receive(batch, half, step)
                    self.decide(batch, half, step)
            for half in range(HALVES):
                self.collector.wait(half)
                self.receive(batch, half, self.settings.steps)
            self.synchronize()
        took.append(time.perf_counter() - begun)

    def synchronize(self) -> None:
        if self.stream is not None:
            self.stream.synchronize()

    def receive(self, batch: Rollout, half: int, step: int) -> None:
        """Take over what the workers show, in the network's columns, and how the step before ended."""
        host = self.host
        seats = host["seats"][half].to(self.device, non_blocking=True).long()
        keys = self.variant_keys + seats
        self.raw_numbers[half, :, :-2].copy_(host["numbers"][half], non_blocking=True)
        batch.keys[step, half] = keys
        torch.gather(self.raw_numbers[half], 1, self.tables["column_table"][keys], out=batch.numbers[step, half])
        if step:
            batch.rewards[step - 1, half].copy_(host["rewards"][half], non_blocking=True)
            batch.ended[step - 1, half].copy_(host["ended"][half], non_blocking=True)

    def decide(self, batch: Rollout, half: int, step: int) -> None:
        """Draw actions from the policy and hand them to the workers."""
        self.raw_legal[half, :, :-1].copy_(self.host["legal"][half], non_blocking=True)
        own = self.tables["action_table"][batch.keys[step, half]]
        legal = self.raw_legal[half].gather(1, own)
        batch.legal[step, half] = legal
        with self.autocast():
            logits, _values = self.actor(batch.numbers[step, half, :, : self.space.known])
        logs = torch.log_softmax(logits.masked_fill_(~legal, -1e9), -1)
        noise = torch.empty_like(logs).exponential_().log_().neg_()
        chosen = (logs + noise).argmax(-1, keepdim=True)
        batch.actions[step, half] = chosen[:, 0]
        batch.log_probabilities[step, half] = logs.gather(1, chosen)[:, 0]
        self.host["actions"][half].copy_(own.gather(1, chosen)[:, 0], non_blocking=True)
        self.synchronize()
        self.collector.step(half)

    # --- learning -----------------------------------------------------------------------------------------------------

    def advantages(self, batch: Rollout) -> tuple[Any, Any, float]:
        """Return the advantages of all decisions, returns of every place, and the variance explained by the critic."""
        steps = self.settings.steps
        flat = batch.numbers.view(-1, len(self.space.columns))
        keys = batch.keys.view(-1)
        values = torch.empty(len(flat), self.space.players, device=self.device)
        for start in range(0, len(flat), CRITIC_ROWS):
            rows = slice(start, start + CRITIC_ROWS)
            with self.autocast():
                found = self.critic(flat[rows])[1] + self.potential(flat[rows], keys[rows])
            values[rows] = found.gather(1, self.tables["relative"][keys[rows]])
        values = values.view(steps + 1, HALVES, -1, self.space.players)  # by seat
        advantages = torch.zeros_like(values[:-1])
        last = torch.zeros_like(values[0])
        for step in reversed(range(steps)):
            goes_on = (~batch.ended[step]).float()[..., None]
            delta = batch.rewards[step] + goes_on * values[step + 1] - values[step]
            last = delta + self.settings.trace * goes_on * last
            advantages[step] = last
        returns = advantages + values[:-1]
        explained = 1 - (returns - values[:-1]).var() / (returns.var() + 1e-8)
        absolute = self.tables["absolute"][batch.keys[:-1]]
        own = advantages.gather(3, absolute[..., :1])[..., 0].reshape(-1)
        return own, returns.gather(3, absolute).reshape(-1, self.space.players), float(explained)

    def potential(self, numbers: Any, keys: Any) -> Any:
        """Return the value of a lead in points for every place, besides what the critic says.

        It shapes what is learned first, and not what is best: whatever is gained by it is lost at the end.
        """
        present = self.tables["present"][keys]
        if not self.points:
            return torch.zeros_like(present)
        points = numbers[:, self.points].float() * present
        mean = points.sum(1, keepdim=True) / present.sum(1, keepdim=True)
        return self.settings.shaping * (points - mean) / self.space.encoding.goal * present

    def learn(self, batch: Rollout, part: float, critic_only: bool = False) -> dict[str, Any]:
        """Update policy and critic from a batch; `part` of the training is over. Return the figures for the log."""
        settings = self.settings
        with torch.no_grad():
            advantages, returns, explained = self.advantages(batch)
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
        rate = settings.rate + (settings.rate_end - settings.rate) * part
        entropy_weight = settings.entropy + (settings.entropy_end - settings.entropy) * part
        numbers = batch.numbers[:-1].reshape(-1, len(self.space.columns))
        legal, actions = batch.legal.view(-1, len(self.space.actions)), batch.actions.view(-1)
        before, keys = batch.log_probabilities.view(-1), batch.keys[:-1].reshape(-1)
        total = len(actions)
        size = min(settings.minibatch, total)
        for group in self.optimizer.param_groups:
            group["lr"] = rate * group["scale"]
        if critic_only:
            self.optimizer.param_groups[0]["lr"] = 0.0
        sums = torch.zeros(6, device=self.device)
        number = 0
        for _ in range(settings.epochs):
            order = torch.randperm(total, device=self.device)
            for start in range(0, total - size + 1, size):
                rows = order[start : start + size]
                seen = numbers[rows]
                with self.autocast():
                    logits, own_values = self.policy(seen[:, : self.space.known])
                    values = self.critic(seen)[1]
                logs = torch.log_softmax(logits.masked_fill(~legal[rows], -1e9), -1)
                log = logs.gather(1, actions[rows, None])[:, 0]
                ratio = (log - before[rows]).exp()
                gain = advantages[rows]
                clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
                policy_loss = -torch.min(ratio * gain, clipped * gain).mean()
                entropy = -(logs.exp() * logs).sum(-1).mean()
                present = self.tables["present"][keys[rows]]
                target = returns[rows]
                auxiliary = ((own_values - target).square() * present).sum() / present.sum()
                left = target - self.potential(seen, keys[rows])
                critic_loss = ((values - left).square() * present).sum() / present.sum()
                loss = policy_loss - entropy_weight * entropy + settings.auxiliary * auxiliary + critic_loss
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.policy.parameters(), 1.0)
                torch.nn.utils.clip_grad_norm_(self.critic.parameters(), 1.0)
                self.optimizer.step()
                self.updates += 1
                number += 1
                with torch.no_grad():
                    self.average()
                    sums += torch.stack(
                        [
                            policy_loss,
                            entropy,
                            critic_loss,
                            auxiliary,
                            (ratio - 1 - (log - before[rows])).mean(),
                            ((ratio - 1).abs() > settings.clip).float().mean(),
                        ]
                    )
        names = ("policy_loss", "entropy", "critic_loss", "auxiliary_loss", "divergence", "clipped")
        found = {name: round(value, 5) for name, value in zip(names, (sums / number).tolist(), strict=True)}
        return found | {"explained": round(explained, 3), "rate": round(rate, 6)}

    def average(self) -> None:
        """Let the averaged weights follow; fast at first, as long as there is little to average."""
        keep = self.settings.averaging
        if self.checkpoint.stored is None:
            keep = min(keep, self.updates / (self.updates + 10))
        current = dict(self.policy.named_parameters())
        torch._foreach_lerp_(list(self.averaged.values()), [current[name] for name in self.averaged], 1 - keep)
