import{html as n,nothing as a}from"./app.js";import{say as c}from"./app.js";var r=5;function o(t,e){let s=t.findLastIndex(i=>i.event.type===e);return s<0?[]:t.slice(s)}var u=t=>n`<ul>${t.map(e=>n`<li>${e.text}</li>`)}</ul>`;function h(t){let e=t.words.under_way;if(!e)return a;let s=o(t.story,e.since),i=s.slice(0,-r);return n`<section class="under-way sheet" aria-labelledby="under-way"><h2 id="under-way">${e.title}</h2>
    <ul class="facts">${e.facts.map(l=>n`<li>${l}</li>`)}</ul>
    ${i.length?n`<details><summary>${c(i.length===1?"moreLine":"moreLines",{n:i.length})}</summary>${u(i)}</details>`:a}
    ${u(s.slice(-r))}
    ${e.ahead.length?n`<details><summary>${e.ahead_title}</summary><ul>${e.ahead.map(l=>n`<li>${l}</li>`)}</ul></details>`:a}</section>`}export{h as underWay};
