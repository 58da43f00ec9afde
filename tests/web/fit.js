() => {
  const faults = [], table = document.querySelector('.table');
  const all = selector => [...table.querySelectorAll(selector)].filter(each => each.checkVisibility({visibilityProperty: true}));
  const named = each => `${each.tagName.toLowerCase()}.${[...each.classList].join('.')} "${each.innerText.replace(/\s+/g, ' ').slice(0, 40)}"`;
  const overlap = (one, two) => ({
    left: Math.max(one.left, two.left), top: Math.max(one.top, two.top),
    right: Math.min(one.right, two.right), bottom: Math.min(one.bottom, two.bottom),
  });
  const wide = box => box.right - box.left, high = box => box.bottom - box.top;
  const page = {left: 0, top: 0, right: innerWidth, bottom: innerHeight};
  const clips = each => /auto|scroll|hidden|clip/.test(getComputedStyle(each).overflow);
  // What is left of a box after all that cut it.
  const seen = (each, box = each.getBoundingClientRect()) => {
    let left = overlap(box, page);
    for (let at = each.parentElement; at && at !== table; at = at.parentElement) if (clips(at)) left = overlap(left, at.getBoundingClientRect());
    return left;
  };
  const whole = each => {
    const box = each.getBoundingClientRect(), left = seen(each, box);
    const corners = [.04, .96].flatMap(right => [.12, .88].map(down => [box.left + box.width * right, box.top + box.height * down]));
    return wide(left) >= box.width - 2 && high(left) >= box.height - 2 && corners.every(point => each.contains(document.elementFromPoint(...point)));
  };

  // The page itself does not scroll.
  const {scrollWidth, scrollHeight} = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) faults.push(`the page scrolls: ${scrollWidth} x ${scrollHeight}`);

  // Own offers are in sight: the first three, and whatever ends something.
  const offers = all('.offer:not(.off)');
  for (const offer of new Set([...offers.slice(0, 3), ...all('.offer:is(.end, .pass)').slice(0, 2)])) {
    if (!whole(offer)) faults.push(`out of sight: ${named(offer)}`);
  }

  // Their numbers are in the order in which they are read.
  const numbers = offers.map(each => Number(each.querySelector('.key').innerText)).filter(Boolean);
  if (numbers.some((each, at) => each !== numbers[0] + at)) faults.push(`numbers out of order: ${numbers}`);

  // What they act on is in sight: of the first one always, of the others where there is room for all.
  // Also if it lies in a part that is hidden.
  const legal = [...document.querySelectorAll(':is(.board, .dock, .seats) .legal')];
  if (legal.length) {
    const shown = legal.filter(each => {
      const left = seen(each), top = document.elementFromPoint((left.left + left.right) / 2, (left.top + left.bottom) / 2);
      return wide(left) >= 16 && high(left) >= 12 && (each.contains(top) || top?.contains(each));
    });
    if (!shown.length) faults.push(`nothing of what offers act on is in sight: ${named(legal[0])}`);
  }

  // Nothing lies over anything else.
  const apart = (things, what) => {
    const boxes = things.map(each => [each, seen(each)]).filter(([, box]) => wide(box) > 0 && high(box) > 0);
    boxes.forEach(([one, first], at) => boxes.slice(at + 1).forEach(([two, second]) => {
      const both = overlap(first, second);
      if (wide(both) > 2 && high(both) > 2 && !one.contains(two) && !two.contains(one)) faults.push(`${what} overlap: ${named(one)} and ${named(two)}`);
    }));
  };
  apart(all('.bar, .seats, .board, .dock, .side, .tabs'), 'parts');
  // On a phone the end of a turn stays at the edge, and what is scrolled passes behind it.
  const sticky = [...table.querySelectorAll('.last')].some(each => getComputedStyle(each).position === 'sticky');
  const free = each => !sticky || !each.closest('.offers');
  apart(all('.side .head:not(.offers > *), .offer, .offers > .more > *, .log, .since, .ruler').filter(free), 'lists');
  apart(all(':is(.bar, .dock, .seats, .side, .tabs) :is(button, a, input, summary):not(.entry, .named)').filter(free), 'controls');

  // A number covers no words but those of its own thing.
  const said = all(':is(.dock, .seats) :is(.name, h2, h3, b)').map(each => [each, seen(each)]);
  for (const key of all(':is(.dock, .seats) .key')) {
    for (const [each, box] of said) {
      const both = overlap(seen(key), box);
      if (wide(both) <= 0 || high(both) <= 2 || key.parentElement.contains(each) || each.contains(key)) continue;
      const top = document.elementFromPoint((both.left + both.right) / 2, (both.top + both.bottom) / 2);
      if (key.contains(top)) faults.push(`a number covers: ${named(each)}`); // Else it has been scrolled below what stays.
    }
  }

  // What a click does stands within what is clicked.
  for (const does of all(':is(.board, .dock) .key.does')) {
    if (getComputedStyle(does).position === 'static' && does.getBoundingClientRect().right > does.closest('button').getBoundingClientRect().right + 12) faults.push(`hangs out: ${named(does.closest('button'))}`);
  }

  // No text is cut in the middle of a word: neither by a frame that cannot be scrolled, nor by a break.
  const cut = new Set(), LONGEST_WORD = 24;
  for (const element of all('.bar *, .side *, .dock *, .seats *, .board *')) {
    if (element.closest('.sr, svg, .log, .since, [aria-hidden]') || getComputedStyle(element).clipPath !== 'none') continue;
    for (const text of element.childNodes) {
      if (text.nodeType !== Node.TEXT_NODE || !text.data.trim()) continue;
      const range = document.createRange();
      for (const {index, 0: word} of text.data.matchAll(/[^\s-]+/g)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const boxes = [...range.getClientRects()].filter(({width}) => width > 0);
        if (!boxes.length) continue;
        const lines = new Set(boxes.map(({top}) => Math.round(top / 4)));
        if (lines.size > 1 && word.length < LONGEST_WORD && !word.includes('\u00ad') && getComputedStyle(element).hyphens !== 'auto') cut.add(`a word is broken: ${word} in ${named(element)}`);
        let [box] = boxes;
        for (let at = element; at !== table; at = at.parentElement) {
          const {overflowX, overflowY} = getComputedStyle(at), frame = at.getBoundingClientRect(), left = overlap(box, frame);
          if (overflowX === 'visible' && overflowY === 'visible') continue;
          if (wide(left) <= 0 || high(left) <= 0) break; // Nothing of it is seen.
          if (word.length >= LONGEST_WORD && getComputedStyle(at).textOverflow === 'ellipsis') break; // A sign stands where it is cut.
          if (/hidden|clip/.test(overflowX) && wide(left) < wide(box) - 2) cut.add(`cut at its side: ${word} in ${named(element)}`);
          if (/hidden|clip/.test(overflowY) && high(left) > high(box) * .25 && high(left) < high(box) * .7) cut.add(`cut at its height: ${word} in ${named(element)}`);
          if (/auto|scroll/.test(overflowX + overflowY)) break; // It can be scrolled into sight.
        }
      }
    }
  }
  // Where lines are left out, or the rest of one, a sign says so, behind a whole word.
  const paper = document.createElement('canvas').getContext('2d');
  for (const each of all('.bar *, .side *, .dock *, .seats *, .board *')) {
    const style = getComputedStyle(each), after = getComputedStyle(each, '::after').content;
    if (each.closest('.sr, [aria-hidden]')) continue;
    const fewer = (each.matches('.lines') || style.webkitLineClamp !== 'none') && each.scrollHeight > each.clientHeight + 2;
    if (!fewer && !(style.textOverflow === 'ellipsis' && each.scrollWidth > each.clientWidth + 1)) continue;
    if (each.matches('.lines') && !/…/.test(after)) cut.add(`no sign of what is left out: ${named(each)}`);
    const frame = each.getBoundingClientRect(), range = document.createRange();
    const scale = frame.width / (each.offsetWidth || 1); // Large screens show the table enlarged.
    const own = each.matches('.lines') ? 0 : parseFloat(style.paddingRight); // The sign stands in the room beside the lines.
    paper.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const edge = frame.right - (own + paper.measureText('…').width) * scale;
    const last = frame.bottom - (parseFloat(style.paddingBottom) + parseFloat(style.fontSize)) * scale;
    const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const {index, 0: word} of texts.currentNode.data.matchAll(/[^\s-]+/g)) {
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        const box = range.getBoundingClientRect(), middle = (box.top + box.bottom) / 2;
        if (word.length < LONGEST_WORD && middle > last && middle < frame.bottom && box.left < edge && box.right > edge + 1) cut.add(`cut before its end: ${word} in ${named(each)}`);
      }
    }
  }
  faults.push(...[...cut].slice(0, 12));

  // Whatever can be chosen has room for a pointer, or for a finger.
  const least = matchMedia('(pointer: coarse)').matches ? 44 : 24;
  for (const each of all('button, a[href], input, select, summary')) {
    const box = (each.closest('label') ?? each).getBoundingClientRect();
    if (each.matches('.named, .sr, .skip') || getComputedStyle(each).display === 'inline' || each.closest('.board, .dock, .seats')) continue;
    if (box.width && (box.width < least - .5 || box.height < least - .5)) faults.push(`small: ${named(each)} ${box.width} x ${box.height}`);
  }

  // What lies below has a sign.
  for (const part of ['.seats', '.board', '.dock', '.side', '.offers > .list']) {
    const [frame] = all(part);
    if (!frame || !clips(frame) || frame.scrollHeight - frame.clientHeight - frame.scrollTop < 12) continue;
    const sign = part === '.offers > .list' ? getComputedStyle(frame, '::after').content !== 'none' : all(`.below[data-below="${part.slice(1)}"]`).length;
    if (!sign) faults.push(`no sign of what lies below: ${part}`);
  }
  return faults;
}
