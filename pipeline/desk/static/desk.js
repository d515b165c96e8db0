// Keys and live search. Every page works without this file.
"use strict";

const typing = (element) => element && element.matches("input, select, textarea, [contenteditable]");

function press(key) {
  for (const element of document.querySelectorAll("[data-key]")) {
    if (element.dataset.key === key && !element.disabled) {
      element.click();
      return true;
    }
  }
  return false;
}

function step(by) {
  const items = [...document.querySelectorAll("[data-item]")];
  if (!items.length) return false;
  const at = items.indexOf(document.activeElement);
  const next = items[at < 0 ? (by > 0 ? 0 : items.length - 1) : Math.min(items.length - 1, Math.max(0, at + by))];
  next.focus();
  next.scrollIntoView({ block: "nearest" });
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (typing(document.activeElement)) {
    if (event.key === "Escape") document.activeElement.blur();
    return;
  }
  let done = false;
  if (event.key === "j") done = step(1);
  else if (event.key === "k") done = step(-1);
  else {
    const field = document.querySelector(`[data-focus="${CSS.escape(event.key)}"]`);
    if (field) {
      field.focus();
      done = true;
    } else {
      done = press(event.key);
    }
  }
  if (done) event.preventDefault();
});

// Shows what is found while it is typed: the same address, of which one part is taken over.
for (const form of document.querySelectorAll("form[data-live]")) {
  let waiting = 0;
  let asked = 0;
  const show = async () => {
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value) query.append(name, value);
    const address = `${location.pathname}?${query}`;
    const mine = ++asked;
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok || mine !== asked) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById(form.dataset.live);
    if (fresh) document.getElementById(form.dataset.live).replaceWith(fresh);
    history.replaceState(null, "", address);
  };
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(show, 150);
  });
}

// One click is one answer, however long it takes.
for (const form of document.querySelectorAll('form[method="post"]')) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });
}
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});
