// Filters of the overview, and what a click on a line of source tells. Texts are set as text, never as markup.
"use strict";
(() => {
  const one = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const element = (tag, text, inside) => {
    const made = document.createElement(tag);
    if (text) made.textContent = text;
    if (inside) inside.append(made);
    return made;
  };

  // A sentence in which code stands between backticks.
  const prose = (tag, text, inside) => {
    const made = element(tag, "", inside);
    text.split("`").forEach((part, index) => made.append(index % 2 ? element("code", part) : part));
    return made;
  };

  if (one("#filters")) overview();
  if (one("#facts")) unit();

  function overview() {
    const rows = all("#groups tbody tr").map((row) => ({ row, name: row.dataset.name.toLowerCase(), data: row.dataset }));
    const groups = all("#groups > .group").map((group) => ({ group, rows: rows.filter((own) => group.contains(own.row)) }));
    const shown = one("#shown");
    const words = shown.textContent;
    const box = (id) => one("#only-" + id);
    let names = null;
    let waiting = 0;

    function load() {
      if (names) return;
      names = [];
      const script = document.createElement("script");
      script.src = "names.js";
      script.onload = () => { names = window.ferretNames; filter(); };
      document.head.append(script);
    }

    function filter() {
      const query = one("#q").value.trim().toLowerCase();
      const open = box("open").checked, found = box("found").checked, survivors = box("survivors").checked;
      let count = 0;
      for (const { group, rows } of groups) {
        let any = false;
        for (const { row, name, data } of rows) {
          let ok = (!open || data.o > 0) && (!found || data.f > 0) && (!survivors || data.s > 0);
          let hits = [];
          if (ok && query && !name.includes(query)) {
            const members = (names && names[data.u]) || [];
            members.forEach((member, index) => { if (member.toLowerCase().includes(query)) hits.push([member, index]); });
            ok = hits.length > 0;
          }
          row.hidden = !ok;
          tell(row, hits);
          if (ok) { any = true; count++; }
        }
        group.hidden = !any;
      }
      shown.textContent = count === rows.length ? words : `${count} of ${words} shown`;
    }

    // Which functions or methods the search found in a unit.
    function tell(row, hits) {
      const old = one(".hits", row);
      if (old) old.remove();
      if (!hits.length) return;
      const cell = row.cells[0];
      const list = element("span", "", cell);
      list.className = "hits";
      for (const [name, index] of hits.slice(0, 5)) {
        const link = element("a", name, list);
        link.href = one("a", cell).getAttribute("href") + "#m" + index;
        list.append(" ");
      }
      if (hits.length > 5) list.append(`and ${hits.length - 5} more`);
    }

    function sort() {
      const by = one("#sort").value;
      const key = (element) => element.dataset[by];
      const compare = {
        name: (a, b) => (a.dataset.name < b.dataset.name ? -1 : a.dataset.name > b.dataset.name ? 1 : 0),
        p: (a, b) => key(a) - key(b),
        o: (a, b) => key(b) - key(a),
        f: (a, b) => key(b) - key(a),
      }[by];
      for (const { group, rows } of groups) {
        one("tbody", group).append(...rows.map((own) => own.row).sort(compare));
      }
      one("#groups").append(...groups.map((own) => own.group).sort(compare));
    }

    const soon = () => { cancelAnimationFrame(waiting); waiting = requestAnimationFrame(filter); };
    one("#q").addEventListener("focus", load);
    one("#q").addEventListener("input", () => { load(); soon(); });
    all("#filters input[type=checkbox]").forEach((input) => input.addEventListener("change", soon));
    one("#sort").addEventListener("change", sort);
    one("#filters").addEventListener("submit", (event) => event.preventDefault());
    document.addEventListener("keydown", (event) => {
      if (event.key === "/" && !event.target.closest("input,select,textarea")) { event.preventDefault(); one("#q").focus(); }
    });
    if (one("#q").value || all("#filters input:checked").length) { load(); soon(); }
    if (one("#sort").value !== "name") sort();
  }

  function unit() {
    const facts = JSON.parse(one("#facts").textContent);
    const panel = one("#details"), body = one(".body", panel), title = one("h2", panel);
    const lines = all(".source a.n").map((link) => link.parentElement);
    const open = lines.filter((line) => line.matches(".m, .p"));
    const narrow = matchMedia("(max-width: 48rem)");
    let current = null;
    if (lines.length) one("a.n", lines[0]).tabIndex = 0;

    function mark(line, focus) {
      for (const link of all(".source a.n[tabindex='0']")) link.tabIndex = -1;
      all(".l.on").forEach((old) => old.classList.remove("on"));
      line.classList.add("on");
      const link = one("a.n", line);
      link.tabIndex = 0;
      const { top, bottom } = line.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight - (narrow.matches && !panel.hidden ? panel.offsetHeight : 0)) line.scrollIntoView({ block: narrow.matches ? "start" : "center" });
      if (focus) link.focus({ preventScroll: true });
      current = line;
    }

    function show(line, pick) {
      const source = line.closest(".source");
      const number = one("a.n", line).textContent;
      const told = facts.files[source.dataset.f][number];
      if (!told) return;
      title.textContent = `Line ${number}: ${told.s}`;
      body.replaceChildren();
      if (told.n) element("p", `Executed ${told.n} ${told.n === 1 ? "time" : "times"} by all tests together.`, body);
      list("Findings", told.f);
      (told.w || []).forEach((why) => prose("p", facts.texts[why], body));
      if (line.matches(".m")) facts.unit.forEach((why) => prose("p", why, body));
      (told.b || []).forEach((branch, index) => one_branch(branch, branch.k === pick, told.b.length > 1 ? ` ${index + 1} of ${told.b.length}` : ""));
      list("Mutants that survive here", told.m);
      const tests = facts.sets[told.t];
      if (tests.length) {
        element("h3", tests.length === 1 ? "1 test reaches this line" : `${tests.length} tests reach this line`, body);
        show_tests(tests, body, tests.length === 1);
      }
      panel.hidden = false;
      document.body.classList.add("open");
      mark(line, false);
      panel.scrollTop = 0;
      const picked = one(".pick", body);
      if (picked) picked.scrollIntoView({ block: "nearest" });
    }

    function list(heading, items) {
      if (!items) return;
      element("h3", heading, body);
      const made = element("ul", "", body);
      items.forEach((item) => prose("li", item, made));
    }

    function one_branch(branch, picked, which) {
      const part = element("div", "", body);
      if (picked) part.className = "pick";
      const heading = element("h3", branch.c ? "Condition " : (branch.i ? "Condition" : "Branch") + which, part);
      if (branch.c) element("code", branch.c, heading);
      const uses = [...new Set(branch.o.map((outcome) => outcome.n))];
      if (uses.length > 1) element("p", `A macro that is used in ${uses.length} places; each counts.`, part);
      let last;
      for (const outcome of branch.o) {
        if (uses.length > 1 && outcome.n !== last) element("h4", `Place ${uses.indexOf(outcome.n) + 1}`, part);
        last = outcome.n;
        const tests = outcome.t === undefined ? [] : facts.sets[outcome.t];
        if (!tests.length) {
          element(uses.length > 1 ? "h5" : "h4", `${outcome.o}: ${outcome.v}`, part);
          if (outcome.w !== undefined) prose("p", facts.texts[outcome.w], part);
          continue;
        }
        const folded = element("details", "", part);
        element("summary", `${outcome.o}: ${outcome.v} by ${tests.length === 1 ? "1 test" : tests.length + " tests"}`, folded);
        show_tests(tests, folded, tests.length === 1);
      }
      if (branch.i) {
        const told = element("p", branch.i + " ", part);
        const link = element("a", "Truth table", told);
        link.href = "#" + branch.d;
      }
    }

    function show_tests(tests, where, unfold) {
      for (const index of tests) {
        const own = element("details", "", where);
        own.className = "test";
        const summary = element("summary", "", own);
        element("code", facts.tests[index], summary);
        // The code is taken from the list of tests when somebody wants to see it.
        const fill = () => {
          if (one("pre", own)) return;
          const code = one(`#t${index} pre`);
          own.append(code ? code.cloneNode(true) : element("p", "Its code was not found."));
          const link = element("a", "in the list of tests", own);
          link.href = `#t${index}`;
        };
        own.addEventListener("toggle", fill);
        if (unfold) { fill(); own.open = true; }
      }
    }

    function close() {
      if (panel.hidden) return;
      panel.hidden = true;
      document.body.classList.remove("open");
      if (current) one("a.n", current).focus({ preventScroll: true });
    }

    function step(from, list, by) {
      const order = from ? lines.indexOf(from) : -1;
      const next = by > 0 ? list.find((line) => lines.indexOf(line) > order) : list.findLast((line) => lines.indexOf(line) < order);
      if (!next) return;
      mark(next, true);
      if (!panel.hidden || list === open) show(next);
    }

    // A link may lead into something that is folded.
    function unfold() {
      const id = decodeURIComponent(location.hash.slice(1));
      const target = id && document.getElementById(id);
      if (!target) return;
      for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
      if (target.matches(".l") && one("a.n", target)) show(target);
      target.scrollIntoView({ block: target.matches(".l") && !narrow.matches ? "center" : "start" });
    }

    document.addEventListener("click", (event) => {
      const line = event.target.closest(".source .l");
      if (line && one("a.n", line) && !String(getSelection())) {
        const button = event.target.closest(".k");
        if (event.target.closest("a.n")) event.preventDefault();
        history.replaceState(null, "", "#" + line.id);
        show(line, button ? Number(button.dataset.k) : undefined);
      }
      const go = event.target.closest("[data-go]");
      if (go) step(current, open, Number(go.dataset.go));
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") return close();
      const link = event.target.closest(".source a.n");
      if (!link || event.ctrlKey || event.metaKey || event.altKey) return;
      const line = link.parentElement;
      const move = { ArrowDown: [lines, 1], ArrowUp: [lines, -1], n: [open, 1], p: [open, -1] }[event.key];
      if (move) { event.preventDefault(); step(line, ...move); }
      if (event.key === "Enter") { event.preventDefault(); show(line); title.focus(); }
    });
    one("#close").addEventListener("click", close);
    const quiet = one("#quiet");
    if (quiet) quiet.addEventListener("change", () => document.body.classList.toggle("quiet", quiet.checked));
    addEventListener("hashchange", unfold);
    unfold();
  }
})();
