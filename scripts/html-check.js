// Opens the pages of reports in Chromium and checks them; scripts/html-check makes the reports and calls this.
"use strict";
const { chromium } = require("playwright-core");
const fs = require("node:fs");
const path = require("node:path");
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const [root, shots] = process.argv.slice(2);
const limit = Number(process.env.LIMIT_MS || 2000);
let failures = 0;
let checks = 0;

function check(ok, what) {
  checks++;
  if (!ok) {
    failures++;
    console.error("FAILED: " + what);
  }
}

const address = (...parts) => "file://" + path.join(root, ...parts);

async function main() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });
  for (const name of ["libcsv", "findings", "commons-cli"]) await report(browser, name);
  await libcsv(browser);
  await findings(browser);
  await many(browser);
  await broken_out(browser);
  if (shots) await photograph(browser);
  await browser.close();
  console.log(`html-check: ${checks} checks, ${failures} failed`);
  process.exitCode = failures ? 1 : 0;
}

// A page that reports what goes wrong on it.
async function open(browser, where, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.on("console", (message) => check(!["error", "warning"].includes(message.type()), `${where}: console: ${message.text()}`));
  page.on("pageerror", (error) => check(false, `${where}: ${error.message}`));
  page.on("request", (request) => check(/^(file|data):/.test(request.url()), `${where} asks for ${request.url()}`));
  await page.goto(where);
  return page;
}

async function accessible(page, where) {
  await page.evaluate(axe);
  const result = await page.evaluate(() => window.axe.run({ preload: false }));
  for (const { id, impact, help, nodes } of result.violations) {
    check(!["serious", "critical"].includes(impact), `${where}: axe: ${id}: ${help}: ${nodes.slice(0, 3).map((node) => node.html).join(" ")}`);
  }
  checks++;
}

const files = (folder) => fs.readdirSync(folder).filter((file) => file.endsWith(".html")).map((file) => path.join(folder, file));

// Every page of a report: it renders, its links lead somewhere, it fits a phone, it is accessible in light and dark.
async function report(browser, name) {
  const all = [path.join(root, name, "index.html"), ...files(path.join(root, name, "units"))];
  const ids = {};
  const links = [];
  for (const file of all) {
    const where = "file://" + file;
    const page = await open(browser, where);
    check((await page.locator("h1").count()) === 1 && (await page.title()) !== "", `${where}: a heading and a title`);
    ids[where] = new Set(await page.evaluate(() => [...document.querySelectorAll("[id]")].map((own) => own.id)));
    check(ids[where].size === (await page.locator("[id]").count()), `${where}: ids are unique`);
    links.push(...(await page.evaluate(() => [...document.querySelectorAll("a[href]")].map((own) => [location.href.split("#")[0], own.href]))));
    await accessible(page, where);
    await page.emulateMedia({ colorScheme: "dark" });
    await accessible(page, where + " (dark)");
    await page.emulateMedia({ media: "print" });
    check(!(await page.locator("#details").isVisible().catch(() => false)), `${where}: printed without the details`);
    await page.emulateMedia({ media: "screen", colorScheme: "light" });
    await page.setViewportSize({ width: 390, height: 844 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(wide <= 0, `${where}: ${wide} pixels too wide for a phone`);
    await page.context().close();
  }
  for (const [from, to] of links) {
    const [file, id] = decodeURI(to).split("#");
    check(ids[file] && (!id || ids[file].has(id)), `${from}: ${to} leads nowhere`);
  }
  await filters(browser, name);
}

async function filters(browser, name) {
  const where = address(name, "index.html");
  const page = await open(browser, where);
  const rows = page.locator("#groups tbody tr:visible");
  const count = await rows.count();
  const unit = await page.locator("#groups tbody tr").first().getAttribute("data-name");
  await page.keyboard.press("/");
  await page.keyboard.type(unit);
  await page.waitForFunction(() => window.ferretNames);
  await page.waitForTimeout(50);
  check((await rows.count()) >= 1 && (await rows.first().getAttribute("data-name")).includes(unit), `${where}: search finds ${unit}`);
  const member = await page.evaluate(() => window.ferretNames.flat().sort((a, b) => b.length - a.length)[0]);
  await page.fill("#q", member);
  await page.waitForTimeout(50);
  check((await page.locator(".hits a").count()) >= 1, `${where}: search finds the function ${member}`);
  await page.fill("#q", "no such name");
  await page.waitForTimeout(50);
  check((await rows.count()) === 0 && (await page.textContent("#shown")).startsWith("0 of "), `${where}: nothing is found`);
  await page.fill("#q", "");
  await page.waitForTimeout(50);
  check((await rows.count()) === count, `${where}: all are back`);
  for (const [box, data] of [["open", "o"], ["found", "f"], ["survivors", "s"]]) {
    const wanted = await page.evaluate((data) => [...document.querySelectorAll("#groups tbody tr")].filter((row) => row.dataset[data] > 0).length, data);
    await page.check("#only-" + box);
    await page.waitForTimeout(50);
    check((await rows.count()) === wanted, `${where}: ${wanted} with ${box}`);
    await page.uncheck("#only-" + box);
  }
  await page.waitForTimeout(50);
  await page.selectOption("#sort", "p");
  const order = await page.evaluate(() => [...document.querySelectorAll(".group")].map((group) => [...group.querySelectorAll("tbody tr")].map((row) => Number(row.dataset.p))));
  check(order.every((group) => group.every((value, index) => !index || group[index - 1] <= value)), `${where}: sorted by coverage`);
  await page.context().close();
}

// What a reader wants to know of a unit, by mouse and by keyboard.
async function libcsv(browser) {
  const where = address("libcsv", "units", "libcsv.c.html");
  const page = await open(browser, where);
  await page.locator(".l.c a.n").nth(30).click();
  check(/^Line \d+: covered$/.test(await page.textContent("#details h2")), `${where}: a click on a line tells of it`);
  const test = page.locator("#details details.test").first();
  check((await test.count()) === 1, `${where}: a covered line names its tests`);
  if (!(await test.locator("pre").count())) await test.locator("summary").click();
  check((await test.locator("pre").textContent()).includes("static void"), `${where}: and shows their code`);
  const missed = page.locator(".l.m a.n").first();
  await missed.click();
  const why = await page.textContent("#details .body");
  check(/No test reaches this line|infeasible|Not reached|crashes/.test(why), `${where}: an uncovered line tells why: ${why}`);
  await page.locator(".l .k.bad").first().click();
  check((await page.locator("#details .pick").count()) === 1, `${where}: a click on a mark picks its condition`);
  await page.keyboard.press("Escape");
  check(await page.locator("#details").isHidden(), `${where}: Escape closes the details`);
  await page.locator(".source a.n[tabindex='0']").focus();
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  check(await page.locator("#details").isVisible(), `${where}: the keyboard opens the details`);
  await page.keyboard.press("Escape");
  await page.locator("[data-go='1']").click();
  check(await page.locator("#details").isVisible(), `${where}: a button leads to the next uncovered line`);
  await accessible(page, where + " (details)");
  check((await page.locator("table.truth").count()) > 0 && (await page.locator("table.truth td.pair").count()) > 1, `${where}: truth tables show pairs`);
  check((await page.locator(".curve path").count()) === 1, `${where}: a curve`);
  await page.context().close();
}

async function findings(browser) {
  const page = await open(browser, address("findings", "index.html"));
  const links = page.locator("ul.findings a");
  check((await links.count()) > 0, "findings are listed");
  await links.first().click();
  check((await page.locator(".finding pre").count()) > 0, "a finding shows what reproduces it");
  await page.context().close();
}

// Thousands of units: the overview is there in time, and a filter too.
async function many(browser) {
  const where = address("many", "index.html");
  const page = await open(browser, where);
  const { load, filter } = await page.evaluate(async () => {
    const load = performance.getEntriesByType("navigation")[0].loadEventEnd;
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    document.querySelector("#q").value = "option39";
    const start = performance.now();
    document.querySelector("#q").dispatchEvent(new Event("input"));
    await frame();
    return { load, filter: performance.now() - start };
  });
  check((await page.locator("#groups tbody tr:visible").count()) === 111, `${where}: the search finds option39…`);
  await page.fill("#q", "");
  const slow = await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    let worst = 0;
    for (let step = 0; step < 60; step++) {
      const start = performance.now();
      scrollBy(0, 700);
      await frame();
      worst = Math.max(worst, performance.now() - start);
    }
    return worst;
  });
  console.log(`html-check: 4000 units: loaded in ${Math.round(load)} ms, filtered in ${Math.round(filter)} ms, slowest frame of scrolling ${Math.round(slow)} ms`);
  check(load < limit, `${where}: loaded in ${load} ms`);
  check(filter < limit / 4, `${where}: filtered in ${filter} ms`);
  await page.context().close();
}

// Code in sources and tests stays text.
async function broken_out(browser) {
  for (const file of files(path.join(root, "sly", "units"))) {
    const page = await open(browser, "file://" + file);
    check((await page.textContent(".source")).includes("</script><script>window.sly"), `${file}: the source is shown`);
    check((await page.evaluate(() => window.sly)) === undefined, `${file}: a script of the source ran`);
    await page.context().close();
  }
}

async function photograph(browser) {
  fs.mkdirSync(shots, { recursive: true });
  const taken = [
    ["overview", ["commons-cli", "index.html"], {}],
    ["overview-dark", ["commons-cli", "index.html"], { colorScheme: "dark" }],
    ["overview-phone", ["commons-cli", "index.html"], { viewport: { width: 390, height: 844 } }],
    ["unit", ["libcsv", "units", "libcsv.c.html"], {}],
    ["unit-dark", ["libcsv", "units", "libcsv.c.html"], { colorScheme: "dark" }],
    ["unit-phone", ["libcsv", "units", "libcsv.c.html"], { viewport: { width: 390, height: 844 } }],
  ];
  for (const [name, where, options] of taken) {
    const page = await open(browser, address(...where), options);
    if (name.startsWith("unit")) await page.locator(".l .k.bad").nth(12).click();
    await page.screenshot({ path: path.join(shots, name + ".png") });
    await page.context().close();
  }
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
