"""The commands `tradewinds forget` and `tradewinds forgotten`."""

from __future__ import annotations

import click

from cli.stores import opened_store
from domain.game import Rejected
from events.errors import Contended, UnknownGame, UnknownKey
from events.removal.forgetting import Forgetter, Forgetting


@click.command("forget")
@click.argument("game", required=False)
@click.argument("seat", type=click.IntRange(0), required=False)
@click.option("--key", metavar="ID", help="Forget a player in all games of this API key.")
@click.option("--player", metavar="PLAYER", help="The id under which the holder of the key knows the player.")
def forget(game: str | None, seat: int | None, key: str | None, player: str | None) -> None:
    """Forget the names that a seat of a game has had, or with --key and --player those of a player in all games of a key.

    SEAT counts from 0, as in the API. The game, its branches, rematch and imports then show a default name; their logs and
    proofs stay as they are. Every process forgets within ten seconds.
    """
    by_seat, by_player = (game is not None and seat is not None), (key is not None and player is not None)
    if by_seat == by_player or (game is None) != (seat is None) or (key is None) != (player is None):
        raise click.UsageError("Name a game and a seat, or --key and --player.")
    with opened_store() as store:
        forgetter = Forgetter(store)
        try:
            if game is not None and seat is not None:
                _show(forgetter.seat(game, seat))
            elif key is not None and player is not None:
                if store.api_keys.find(key) is None:
                    raise UnknownKey(key)
                _show(forgetter.player(key, player))
        except UnknownKey:
            raise click.ClickException(f"There is no key {key!r}; `tradewinds keys list` lists them.") from None
        except UnknownGame:
            raise click.ClickException(f"There is no game {game!r}.") from None
        except (Rejected, Contended) as error:
            raise click.ClickException(str(error)) from None


def _show(found: Forgetting) -> None:
    click.echo(f"{found.names} names were forgotten, in {len(found.games)} games")
    for game in found.unsealed:
        click.echo(f"The log of {game} is older and has a name itself, which stays there", err=True)
    if not found.finished:
        click.echo("Some files have the names still: a worker goes on as soon as their folders are there", err=True)


@click.command("forgotten")
def forgotten() -> None:
    """List all names that were forgotten, as lines of a game and a seal, for `tradewinds restore --forgotten`.

    Keep the list apart from the backups: an older backup cannot know what was forgotten after it.
    """
    with opened_store() as store:
        for each in store.forgettings.all():
            click.echo(each.stored())
