"use strict";
(() => {
  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));

  // -- theme: as the system has it, until somebody chooses; storage may be forbidden in a file
  const themes = ["auto", "light", "dark"];
  const button = document.getElementById("theme");
  const remembered = () => { try { return localStorage.getItem("kernel-harness-theme"); } catch { return null; } };
  const setTheme = (theme) => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = `Theme: ${theme}`;
    try { localStorage.setItem("kernel-harness-theme", theme); } catch { /* it holds for this visit */ }
  };
  setTheme(themes.includes(remembered()) ? remembered() : "auto");
  button.addEventListener("click", () => {
    const now = document.documentElement.dataset.theme || "auto";
    setTheme(themes[(themes.indexOf(now) + 1) % themes.length]);
  });

  // -- filter: every word has to occur
  const rowsOf = (target) => target.matches("table, .matrices")
    ? all("tbody > tr:not(.opened)", target) : all("[data-row]", target);
  const textOf = (row) => (row.dataset.variant && row.closest(".matrix") ? row.dataset.variant : row.textContent).toLowerCase();
  all("input[data-filters]").forEach((input) => {
    const target = document.getElementById(input.dataset.filters);
    const counter = document.querySelector(`[data-counts="${input.dataset.filters}"]`);
    input.addEventListener("input", () => {
      closePanel(target);
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      const rows = rowsOf(target);
      let shown = 0;
      rows.forEach((row) => {
        const text = textOf(row);
        row.hidden = !words.every((word) => text.includes(word));
        shown += !row.hidden;
      });
      all("[data-group]", target).forEach((group) => { group.hidden = !group.querySelector("[data-row]:not([hidden])"); });
      if (words.length) all("details.more, details.green", target).forEach((fold) => { fold.open = true; });
      counter.textContent = `${shown} of ${rows.length}`;
    });
  });

  // -- sort: what is not known stays last
  const keyOf = (row, column) => row.cells[column].dataset.order;
  const compare = (a, b, sign) => {
    if (a === undefined || b === undefined) return (a === undefined) - (b === undefined);
    const [x, y] = [Number(a), Number(b)];
    if (a !== "" && b !== "" && !Number.isNaN(x) && !Number.isNaN(y)) return sign * (x - y);
    return sign * a.localeCompare(b, "en", { numeric: true });
  };
  all("table.sortable").forEach((table) => {
    const heads = all("thead th", table);
    heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
      const before = head.getAttribute("aria-sort");
      const first = head.classList.contains("number") ? "descending" : "ascending";
      const other = first === "ascending" ? "descending" : "ascending";
      const order = before === first ? other : first;
      heads.forEach((each) => each.setAttribute("aria-sort", each === head ? order : "none"));
      const body = table.tBodies[0];
      const sign = order === "ascending" ? 1 : -1;
      body.append(...Array.from(body.rows).sort((a, b) => compare(keyOf(a, column), keyOf(b, column), sign)));
    }));
  });

  // -- copy
  document.addEventListener("click", async (event) => {
    const copy = event.target.closest("button.copy");
    if (!copy) return;
    const code = copy.parentElement.querySelector("code");
    try {
      await navigator.clipboard.writeText(code.textContent);
      copy.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code);
      copy.textContent = "Selected";
    }
    setTimeout(() => { copy.textContent = "Copy"; }, 1500);
  });

  // -- the matrix: a cell opens below its row; arrow keys move
  const make = (tag, text, className) => {
    const made = document.createElement(tag);
    if (text) made.textContent = text;
    if (className) made.className = className;
    return made;
  };
  function closePanel(table) {
    all(".opened", table).forEach((panel) => panel.remove());
    all("[aria-expanded=true]", table).forEach((cell) => cell.setAttribute("aria-expanded", "false"));
  }
  const MOST_IN_PANEL = 6;
  const openPanel = (cell) => {
    const row = cell.closest("tr");
    const { variant, check } = row.dataset;
    const panel = make("tr", "", "opened");
    const place = panel.appendChild(make("td"));
    place.colSpan = row.cells.length;
    const box = place.appendChild(make("div"));
    box.append(make("strong", cell.getAttribute("aria-label")));
    const failures = all(`#${check}-failures .failure`).filter((each) => each.dataset.variant === variant
      && each.dataset.classes.split("|").includes(cell.dataset.class));
    failures.slice(0, MOST_IN_PANEL).forEach((each, index) => {
      const copy = each.cloneNode(true);
      copy.hidden = false;
      copy.open = index === 0;
      box.append(copy);
    });
    if (failures.length > MOST_IN_PANEL) {
      const more = box.appendChild(make("p", "", "note"));
      const link = more.appendChild(make("a", `${failures.length - MOST_IN_PANEL} more below`));
      link.href = `#${check}-failures`;
    }
    if (!failures.length && cell.dataset.worst) {
      box.append(make("p", `Largest error: ${cell.dataset.ratio} of the bound, in ${cell.dataset.worst}.`));
      if (cell.dataset.rerun) {
        const line = box.appendChild(make("div", "", "command"));
        line.append(make("code", cell.dataset.rerun));
        const copy = line.appendChild(make("button", "Copy", "copy"));
        copy.type = "button";
      }
    }
    row.after(panel);
    cell.setAttribute("aria-expanded", "true");
  };
  all("table.matrix").forEach((table) => {
    const cells = all("td button", table);
    if (cells.length) cells[0].tabIndex = 0;
    const focusOn = (cell) => {
      cells.forEach((each) => { each.tabIndex = -1; });
      cell.tabIndex = 0;
      cell.focus();
    };
    table.addEventListener("click", (event) => {
      const cell = event.target.closest("td > button[data-class]");
      if (!cell) return;
      const was = cell.getAttribute("aria-expanded") === "true";
      closePanel(table);
      if (!was) openPanel(cell);
      focusOn(cell);
    });
    table.addEventListener("keydown", (event) => {
      const cell = event.target.closest("td > button[data-class]");
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (event.key === "Escape") closePanel(table);
      if (!cell || !step) return;
      event.preventDefault();
      const rows = all("tbody > tr:not(.opened)", table).filter((row) => !row.hidden);
      let row = rows.indexOf(cell.closest("tr"));
      let column = cell.parentElement.cellIndex;
      for (;;) {
        column += step[0];
        row += step[1];
        const found = rows[row] && rows[row].cells[column];
        if (!found) return;
        const next = found.querySelector("button");
        if (next) { focusOn(next); return; }
      }
    });
  });

  // -- plots: a pressed button of the legend brings its line to the front
  all(".legend").forEach((legend) => {
    const plot = legend.parentElement.querySelector(".scroll > svg");
    const show = (pointed) => {
      const wanted = new Set(all("[aria-pressed=true]", legend).map((each) => each.dataset.series));
      if (pointed) wanted.add(pointed);
      plot.classList.toggle("picking", wanted.size > 0);
      all("[data-series]", plot).forEach((each) => each.classList.toggle("picked", wanted.has(each.dataset.series)));
    };
    all("button", legend).forEach((each) => {
      each.addEventListener("click", () => {
        each.setAttribute("aria-pressed", String(each.getAttribute("aria-pressed") !== "true"));
        show();
      });
      ["mouseenter", "focus"].forEach((name) => each.addEventListener(name, () => show(each.dataset.series)));
      ["mouseleave", "blur"].forEach((name) => each.addEventListener(name, () => show()));
    });
  });

  // -- print: the first failure of each kind is on paper in full, the many alike stay a line with their number
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = all("details:not([open], .more, .more details, .hot)");
    folded.forEach((each) => { each.open = true; });
  });
  addEventListener("afterprint", () => folded.forEach((each) => { each.open = false; }));
})();
