"""What is measured in an open page: JavaScript expressions, each of a list of what is wrong, empty where nothing is."""

# Within what scrolls by itself a part may be wider than the window.
WIDER_THAN_THE_WINDOW = """
(() => {
  const width = document.documentElement.clientWidth;
  const scrolls = e => { for (; e && e !== document.body; e = e.parentElement) {
    if (['auto', 'scroll', 'hidden'].includes(getComputedStyle(e).overflowX)) return true; } return false; };
  const found = Array.from(document.querySelectorAll('body *')).filter(e => e.getClientRects().length
    && e.getBoundingClientRect().right > width + 1 && !scrolls(e.parentElement)).map(e => e.outerHTML.slice(0, 80));
  const page = document.documentElement.scrollWidth - width;
  return page > 0 ? [`the page by ${page} px`, ...found] : found;
})()
"""

CUT_OFF = """
Array.from(document.querySelectorAll('body *')).filter(e => e.getClientRects().length
  && ['auto', 'scroll', 'hidden'].includes(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth + 1)
  .map(e => `${e.className || e.tagName} ${e.id || e.getAttribute('aria-label')}: ${e.scrollWidth} in ${e.clientWidth}`)
"""

SMALL_WORDS = """
Array.from(document.querySelectorAll('figure > svg')).filter(s => s.getClientRects().length).flatMap(svg => {
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  const size = t => scale * parseFloat(getComputedStyle(t).fontSize);
  return Array.from(svg.querySelectorAll('text')).map(t => [t.textContent, size(t)])
    .filter(([, size]) => size < 11);
})
"""

WORDS_OVER_WORDS = """
Array.from(document.querySelectorAll('figure > svg')).filter(s => s.getClientRects().length).flatMap(svg => {
  const edge = svg.getBoundingClientRect();
  const boxes = Array.from(svg.querySelectorAll('text'), t => [t.textContent, t.getBoundingClientRect()]);
  const out = boxes.filter(([, b]) => b.left < edge.left - 1 || b.right > edge.right + 1 || b.top < edge.top - 1
    || b.bottom > edge.bottom + 1).map(([text]) => `outside: ${text}`);
  // A line of text is taller than its letters: neighbours may touch by a few pixels.
  const over = boxes.flatMap(([text, a], i) => boxes.slice(i + 1).filter(([, b]) => Math.min(a.right, b.right)
    - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5)
    .map(([other]) => `${text} over ${other}`));
  return [...out, ...over];
})
"""

# WCAG 2.1, "contrast ratio" and "relative luminance"; 4.5 is what level AA asks of small text. Grounds that let others
# through are laid over them; of a gradient the words must stand out from every colour.
WEAK_WORDS = """
(() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const mix = (ground, colour) => { canvas.fillStyle = `rgb(${ground.join(',')})`; canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return Array.from(canvas.getImageData(0, 0, 1, 1).data).slice(0, 3); };
  const mixed = new Map();  // a page has few colours, and reading a pixel takes long
  const over = (ground, colour) => { const key = `${ground} ${colour}`;
    if (!mixed.has(key)) mixed.set(key, mix(ground, colour));
    return mixed.get(key); };
  const channel = v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const grounds = element => {
    const chain = [];
    for (let e = element; e; e = e.parentElement) chain.unshift(e);
    let found = [[255, 255, 255]];
    for (const e of chain) {
      if (e.namespaceURI.endsWith('svg')) continue;
      const style = getComputedStyle(e);
      found = found.map(ground => over(ground, style.backgroundColor));
      const colours = style.backgroundImage.match(/(rgba?|color)\\([^()]*\\)/g) || [];
      found = [...found, ...colours.flatMap(colour => found.map(ground => over(ground, colour)))];
    }
    return found;
  };
  const weak = [];
  for (const e of document.querySelectorAll('body *')) {
    const own = Array.from(e.childNodes).some(n => n.nodeType === 3 && n.textContent.trim());
    const box = e.getBoundingClientRect();
    if (!own || !e.getClientRects().length || box.right < 0 || e.tagName === 'TITLE') continue;
    const style = getComputedStyle(e);
    if (style.visibility !== 'visible') continue;
    for (const ground of grounds(e)) {
      const ink = over(ground, e.namespaceURI.endsWith('svg') ? style.fill : style.color);
      const [a, b] = [luminance(ink), luminance(ground)].sort((x, y) => y - x);
      const ratio = (a + 0.05) / (b + 0.05);
      if (ratio < 4.5) weak.push([e.tagName, e.className.baseVal ?? e.className, e.textContent.slice(0, 30), ratio]);
    }
  }
  return weak;
})()
"""

# The first column must stay where it is and cover what passes below it, while the second moves with the table.
FIRST_COLUMN_MOVES = """
Array.from(document.querySelectorAll('.matrices, .scroll:has(> table.sortable)')).filter(s => s.getClientRects().length
  && s.scrollWidth > s.clientWidth + 20).flatMap(scroll => {
  const rows = Array.from(scroll.querySelectorAll('tbody tr')).filter(r => r.getClientRects().length).slice(0, 3);
  const left = cell => cell.getBoundingClientRect().left;
  const before = rows.map(r => [left(r.cells[0]), left(r.cells[1])]);
  const by = Math.min(scroll.scrollWidth - scroll.clientWidth, 150);
  scroll.scrollLeft = by;
  const found = rows.flatMap((row, index) => {
    const name = row.cells[0].textContent;
    const wrong = [];
    if (Math.abs(left(row.cells[0]) - before[index][0]) > 1) wrong.push(`${name} moved`);
    if (Math.abs(before[index][1] - left(row.cells[1]) - by) > 1) wrong.push(`${name}: its row stayed`);
    row.scrollIntoView({block: 'center', behavior: 'instant'});
    const box = row.cells[0].getBoundingClientRect();
    const seen = document.elementFromPoint(box.right - 4, box.top + box.height / 2);
    if (!row.cells[0].contains(seen)) wrong.push(`${name} is covered`);
    return wrong;
  });
  scroll.scrollLeft = 0;
  return found.map(each => `${scroll.getAttribute('aria-label')}: ${each}`);
})
"""

UNALIGNED_COLUMNS = """
(() => {
  const heads = Array.from(document.querySelectorAll('.matrices'), m => Array.from(m.querySelectorAll('table'), t =>
    Array.from(t.querySelectorAll('th.variant, th.ratio, th.class'), h => h.getBoundingClientRect().left)));
  return heads.flatMap(([first, ...others]) => others.flatMap(other => other.flatMap((left, index) =>
    Math.abs(left - first[index]) > 0.5 ? [[index, left, first[index]]] : [])));
})()
"""

OPEN_ALL = "document.querySelectorAll('details').forEach(each => { each.open = true; })"
