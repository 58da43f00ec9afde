"""How the page calls its player and what it tells: sounds, what is read aloud, and what others did since the own move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.tradewinds import Tradewinds

SILENT: list[str] = []
LISTENER = """async () => {
  window.file = (name) => import(document.querySelector('script[src*=main]').src.replace('main.js', name));
  const {set, settings} = await file('keys.js'), {part} = await file('dom.js'), {render} = await file('vendor/preact.js');
  const {useSignals, hear, Aloud} = await file('signals.js');
  await file('sound.js');
  // Effects run after the next frame.
  const quiet = () => new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done, 10), 10)));
  // The first pitch of a sound tells which one it is.
  const names = {1900: 'dice', 165: 'bad', 660: 'turn', 523: 'end', 520: 'time'};
  window.heard = [];
  let pitches = [];
  window.AudioContext = class {
    currentTime = 0;
    createOscillator() {
      const frequency = {set value(pitch) { pitches.push(pitch); }};
      return {frequency, connect: (to) => to, start() {}, stop() {}};
    }
    createGain() { return {gain: {setValueAtTime() {}, exponentialRampToValueAtTime() {}}, connect: (to) => to}; }
  };
  const sounds = () => pitches.splice(0).map((pitch) => names[pitch]).filter(Boolean);
  const root = document.createElement('div');
  const commit = (version, seat, ...scene) => ({version, seat, scene, text: 'all', events: [{type: 'moved'}]});
  const begin = (more) => ({
    id: 'x', seat: 0, mine: false, over: false, newest: 0, commits: [], scenes: {beat: null}, live: {asked: []},
    ruleset: {title: 'X', table_events: ['seat_claimed']}, ...more,
  });
  // The sounds of each step, in which the game changes.
  window.sounding = async (sound, steps, more = {}) => {
    set({sound});
    const game = begin(more), found = [], Signals = () => { useSignals(game); return null; };
    for (const step of [{}, ...steps]) {
      Object.assign(game, step);
      render(part(Signals, {now: {}}), root);
      await quiet();
      found.push(sounds().join());
    }
    render(null, root);
    return found;
  };
  // What the live region holds after each step.
  window.telling = async (steps) => {
    const game = begin({}), found = [];
    for (const step of [{}, ...steps]) {
      game.commits = [...game.commits, ...(step.commits ?? [])];
      Object.assign(game, step, {commits: game.commits, newest: game.commits.at(-1)?.version ?? 0});
      render(part(Aloud, {game, now: {}}), root);
      await quiet();
      found.push([...root.querySelectorAll('span')].map(({textContent}) => textContent.trim()));
    }
    render(null, root);
    return found.slice(1);
  };
  window.commit = commit;
  window.chosen = settings;
  window.choose = set;
  window.hearing = async (...all) => {
    for (const sound of all) { hear(sound); await quiet(); }
    return [...new Set(sounds())];
  };
  window.moment = (text, weight = 1, more = {}) => ({beat: 'moment', weight, text, ...more});
  window.turnOf = (seat) => ({beat: 'turn', by: `seat/${seat}`, seat, title: `Turn ${seat}`});
}"""
"""Makes games that only have what signals look at, and a speaker that notes which sounds it is to make."""


@pytest.fixture(scope="module")
def run(browser: Any, site: Tradewinds) -> Iterator[Callable[[str], Any]]:
    """Runs a script in a page that has the signals."""
    page = browser.new_page()
    page.goto(f"http://{site.settings.address}/")
    page.evaluate(LISTENER)
    yield page.evaluate
    page.close()


def test_sounds_are_off_until_they_are_chosen(run: Callable[[str], Any]) -> None:
    assert run("() => { localStorage.clear(); return chosen().sound; }") is False
    assert run("() => hearing('dice', 'bad', 'turn', 'end')") == SILENT
    assert run("() => sounding(false, [{mine: true, commits: [commit(1, 1)]}, {over: true}])") == ["", "", ""]
    sounds = ["dice", "bad", "turn", "end", "time"]
    assert run(f"() => {{ choose({{sound: true}}); return hearing(...{sounds}); }}") == sounds


def test_dice_a_disaster_and_the_end_have_their_sounds(run: Callable[[str], Any]) -> None:
    steps = """[
      {scenes: {beat: {beat: 'roll', rolls: []}}}, {scenes: {beat: moment('a', 2, {tone: 'bad'})}},
      {scenes: {beat: moment('a', 1, {tone: 'bad'})}}, {scenes: {beat: moment('a', 2, {tone: 'good'})}},
      {over: true}, {over: true},
    ]"""
    assert run(f"() => sounding(true, {steps})") == ["", "dice", "bad", "", "", "end", ""]


def test_the_own_turn_sounds_once_when_others_have_acted(run: Callable[[str], Any]) -> None:
    """After an own action that asks on, and after what only happens around the game, it does not."""
    steps = """[
      {commits: [commit(1, 1)], mine: true}, {mine: true, offers: {version: 2}},
      {commits: [commit(1, 1), commit(2, 0)], mine: false}, {mine: true}, {mine: false},
      {commits: [commit(2, 0), {version: 3, seat: 1, events: [{type: 'seat_claimed'}]}], mine: true}, {mine: false},
      {commits: [commit(4, 0, turnOf(1), turnOf(0))], mine: true},
    ]"""
    assert run(f"() => sounding(true, {steps})") == ["", "turn", "", "", "", "", "", "", "turn"]
    assert run("() => sounding(true, [], {mine: true, commits: [commit(1, 1)]})") == [""], "whoever loads the page sees it"


def test_a_long_turn_is_read_aloud_and_stays_until_the_next(run: Callable[[str], Any]) -> None:
    """All that must be heard, and titles where there is no text; of the rest what the last five commits say."""
    told = run("""() => telling([
      {commits: [commit(1, 1, moment('light 1'), moment('heavy 1', 2), moment('passing', 0)),
        ...[2, 3, 4, 5].map((at) => commit(at, 1, moment(`light ${at}`))), commit(6, 1, {beat: 'moment', title: 'Bare'})]},
      {commits: [commit(7, 1, moment('more'))]},
      {mine: true, live: {asked: [{seat: 0, to_you: 'Choose.'}]}},
      {mine: false, commits: [commit(8, 0, moment('own'))]},
    ])""")
    first = "heavy 1 light 2 light 3 light 4 light 5 Bare"
    assert told == [[first], [first, "more"], [first, "more", told[2][2]], ["own"]]
    assert told[2][2].endswith("Choose.")


TOLD = """async () => {
  const {tellings} = await file('since.js');
  const names = ['Anne', 'Bart', 'Carla'];
  const board = {areas: names.map((name, seat) => ({id: `seat/${seat}`, name})), words: {coins: {name: 'Coins'}}, faces: {}};
  const gain = (text, by = 1) => ({beat: 'gain', weight: 1, at: 'seat/1', fact: 'coins', by, text});
  const commits = [
    commit(1, 0, moment('own')),
    commit(2, 1, moment('Bart thinks.'), {beat: 'move', weight: 1, text: 'Bart sails.', pieces: []}),
    commit(3, 1, moment('first', 2, {title: 'First'}), moment('last', 2, {title: 'Last'}), gain('x')),
    commit(4, 1, {beat: 'moment', weight: 2, title: 'Bare'}),
    commit(5, 1, moment('Bart looks.')),
    commit(6, 1, moment('Bart waits.'), gain('Bart draws a coin.')),
    commit(7, 1, moment('Bart sings.')),
    commit(8, null, moment('Time is up.', 2, {seat: 2})),
    commit(9, 2, moment('The game is over: Bart wins.', 2, {title: 'The game is over'})),
    commit(10, 2, moment('No card is left, and the game is over: Bart wins.', 2, {title: 'The game is over'})),
  ];
  const game = {seat: 0, since: 1, newest: 10, commits, board, picture: {pieces: []}, closed: null};
  const bust = moment('A second Flute: bust!', 2, {title: 'Bust!', tone: 'bad', seat: 0}), hit = {...bust, seat: 1};
  return [commits[0], commit(1, 0, bust), commit(1, 0, hit)].map((first) =>
    tellings({...game, commits: [first, ...commits.slice(1)]}).map(({name, lines}) => [name, lines.map(({text}) => text)]));
}"""


def test_what_is_worth_most_is_told_of_each_since_the_own_move(run: Callable[[str], Any]) -> None:
    """The last thing that must be seen; figures and moves before bare moments; what a clock did is of its seat.
    A title comes once, though its sentence begins with it. Before all comes what the own move ended in, if that was bad."""
    others = [
        ["Bart", ["Sails.", "Last: last", "Bare", "Draws a coin."]],
        [
            "Carla",
            ["Time is up.", "The game is over: Bart wins.", "No card is left, and the game is over: Bart wins."],
        ],
    ]
    assert run(TOLD) == [others, [["You", ["Bust! A second Flute: bust!"]], *others], others]
