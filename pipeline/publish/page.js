"use strict";
(() => {
  const box = document.getElementById("search:text");
  const nothing = document.querySelector(".nothing");
  const cards = [...document.querySelectorAll(".card")].map((card) => ({
    card,
    title: card.querySelector("h2").textContent.toLowerCase(),
    entries: [...card.querySelectorAll(".e")].map((entry) => ({ entry, text: entry.textContent.toLowerCase() })),
  }));
  const search = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let seen = 0;
    for (const { card, title, entries } of cards) {
      let any = false;
      for (const { entry, text } of entries) {
        const hit = words.every((word) => title.includes(word) || text.includes(word));
        entry.hidden = !hit;
        any = any || hit;
      }
      card.hidden = !any;
      seen += any && card.getClientRects().length ? 1 : 0;
    }
    nothing.hidden = seen > 0 || cards.length === 0;
  };
  box.closest(".search").hidden = false;
  box.addEventListener("input", search);
  document.querySelectorAll('input[name="show"]').forEach((button) => button.addEventListener("change", search));
})();
