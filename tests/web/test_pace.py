"""How long what happened is played: a game that is made up feeds the queue of the page, which waits for nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.tradewinds import Tradewinds

PLAYER = """async () => {
  const file = (name) => import(document.querySelector('script[src*=main]').src.replace('main.js', name));
  const {Scenes} = await file('scenes.js'), {set} = await file('keys.js');
  const picture = {pieces: [], facts: {}};
  window.staged = (version, ...scene) => ({version, seat: 1, events: [{type: 'moved'}], picture, scene});
  // A game whose queue waits for nothing, and says how long it would.
  window.table = (commits, more, waited = () => {}) => {
    const game = {
      seat: 0, past: false, live: {version: commits.length}, ruleset: {table_events: []}, undone: new Set(),
      shown: {picture}, changed() {}, positionAt: () => ({picture}), ...more,
    };
    game.scenes = new Scenes(game);
    game.scenes._wait = async (ms) => waited(ms, game.scenes);
    game.ended = new Promise((done) => { game.played = done; });
    game.showNow = () => game.scenes.rest(game.live.version);
    game.scenes.hear(commits);
    return game;
  };
  // Each beat with how long it was shown.
  window.shown = async (commits, {pace = 'normal', skims = false, ...more} = {}) => {
    set({pace});
    const found = [], game = table(commits, more, (ms, {beat}) => {
      if (found.at(-1)?.beat === beat) found.at(-1).ms += ms;
      else found.push({beat, ms});
    });
    game.scenes.skims = skims;
    void game.scenes.play();
    await game.ended;
    return [found.map(({beat, ms}) => [beat.title, beat.weight, Math.round(ms)]), game.scenes.at];
  };
  window.moment = (title, weight = 1, more = {}) => ({beat: 'moment', weight, title, text: title, ...more});
  window.many = (count, weight) => Array.from({length: count}, (_, at) => staged(at + 1, moment(`${at + 1}`, weight)));
}"""

Shown = list[list[Any]]


@pytest.fixture(scope="module")
def play(browser: Any, site: Tradewinds) -> Iterator[Callable[[str], Any]]:
    """Runs a script in a page that has the player."""
    page = browser.new_page()
    page.goto(f"http://{site.settings.address}/")
    page.evaluate(PLAYER)
    yield page.evaluate
    page.close()


def lengths(found: list[Any]) -> list[int]:
    """How long each beat was shown, in milliseconds."""
    beats: Shown = found[0]
    return [ms for _, _, ms in beats]


def test_a_beat_is_shown_for_as_long_as_it_weighs(play: Callable[[str], Any]) -> None:
    """What nobody tells passes sooner: in a bot's turn there are many of those in a row."""
    scene = "moment('a', 0), moment('b', 1), moment('c', 2), {beat: 'move', title: 'd', weight: 0, pieces: ['x'], to: 'y'}"
    assert lengths(play(f"() => shown([staged(1, {scene})])")) == [350, 350, 1600, 140]


def test_slow_takes_twice_as_long_however_much_waits(play: Callable[[str], Any]) -> None:
    for count in (4, 30, 60):
        normal, slow = (lengths(play(f"() => shown(many({count}, 1), {{pace: '{pace}'}})")) for pace in ("normal", "slow"))
        assert len(normal) == count
        assert slow == pytest.approx([2 * ms for ms in normal], abs=2)


def test_what_waits_long_is_played_up_to_three_times_faster(play: Callable[[str], Any]) -> None:
    """Nothing is hurried while less than 12 seconds wait."""
    assert set(lengths(play("() => shown(many(34, 1))"))) == {350}
    long = lengths(play("() => shown([staged(1, ...Array.from({length: 110}, () => moment('a'))), staged(2, moment('b'))])"))
    assert len(long) == 111
    assert min(long) == long[0] == round(350 / 3)
    assert long[-1] == 350


def test_when_40_seconds_wait_only_what_must_be_seen_is_played(play: Callable[[str], Any]) -> None:
    beats, ended = play(
        "() => shown(Array.from({length: 30}, (_, at) => staged(at + 1, moment('light'), moment('heavy', 2))))"
    )
    assert ended == 30
    assert [ms for title, _, ms in beats if title == "heavy"] == [1600] * 30
    light = [ms for title, _, ms in beats if title == "light"]
    assert 0 < len(light) < 25
    assert beats[0][0] == "heavy"


def test_moments_are_played_however_many_wait(play: Callable[[str], Any]) -> None:
    for more in ("{}", "{pace: 'at once'}", "{skims: true}"):
        assert lengths(play(f"() => shown(many(30, 2), {more})")) == [1600] * 30


@pytest.mark.parametrize("watching", ["seat: null", "past: true"])
def test_a_watcher_is_never_hurried(play: Callable[[str], Any], watching: str) -> None:
    found = lengths(play(f"() => shown(many(60, 1), {{{watching}}})"))
    assert found == [350] * 60


def test_a_page_that_comes_back_to_nothing_new_plays_what_comes_later(play: Callable[[str], Any]) -> None:
    """What had come before is skimmed."""
    found = play("""async () => {
      const {Game} = await import(document.querySelector('script[src*=main]').src.replace('main.js', 'game.js'));
      const back = async (newest) => {
        const game = table([]);
        Object.assign(game, {curtain: null, newest, fetchNews: async () => {}, arrive() {}, recall() {}});
        await Game.prototype.back.call(game);
        return [game.scenes.skims, game.returned];
      };
      return [await back(0), await back(3)];
    }""")
    assert found == [[False, True], [True, True]]


def test_a_skip_between_two_commits_of_a_replay_cuts_neither(play: Callable[[str], Any]) -> None:
    """While the next page of commits is read nothing is played that could be cut short; a commit that is played is."""
    found = play("""async () => {
      const told = [];
      const replay = async (commits, cut) => {
        const game = table(commits, {past: true}, (_, {beat}) => {
          told.push(beat.title);
          if (beat.title === cut) game.scenes.skip();
        });
        const next = game.scenes._next.bind(game.scenes);
        if (!cut) game.scenes._next = async () => { game.scenes.skip(); return next(); };
        void game.scenes.play();
        await game.ended;
      };
      await replay(many(2, 1));
      await replay([staged(1, moment('a'), moment('b')), staged(2, moment('c'))], 'a');
      return told;
    }""")
    assert found == ["1", "2", "a", "c"]


def test_what_floats_names_one_thing_and_several_alike(play: Callable[[str], Any]) -> None:
    """The names of figures are of several: `+1 Doubloons` would be wrong."""
    found = play("""async () => {
      const {fly} = await import(document.querySelector('script[src*=main]').src.replace('main.js', 'motion.js'));
      for (const by of [1, -1, 3]) fly.chip(document.body, {name: 'Doubloons', by}, true);
      return [...document.querySelectorAll('.floating')].map((each) => each.textContent);
    }""")
    assert found == ["Doubloons +1", "Doubloons \u22121", "Doubloons +3"]
