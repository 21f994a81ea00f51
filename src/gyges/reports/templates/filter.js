"use strict";
for (const field of document.querySelectorAll("[data-filters]")) {
  const rows = document.querySelectorAll("#" + field.dataset.filters + " tbody tr");
  field.hidden = false;
  field.querySelector("input").addEventListener("input", (event) => {
    const wanted = event.target.value.trim().toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
}
