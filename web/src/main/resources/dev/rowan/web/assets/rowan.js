// Live updates, forms that call the JSON API, copying, keyboard navigation. Pages are complete without it.
'use strict';

// --- live parts: <div id=… data-live="/path" data-every="2"> ----------------------------------------------
// The server renders the part again; only differences are applied, so that focus, scroll and open details stay.

const timers = new Map();

function morph(old, next) {
  if (old.nodeType !== next.nodeType || old.nodeName !== next.nodeName || (old.id || '') !== (next.id || '')) {
    old.replaceWith(next.cloneNode(true));
    return;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
    return;
  }
  if (old === document.activeElement && /^(INPUT|SELECT|TEXTAREA)$/.test(old.nodeName)) return;
  if (old.hasAttribute('data-keep')) return;
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !(name === 'open' && old.nodeName === 'DETAILS')) old.removeAttribute(name);
  }
  for (const { name, value } of [...next.attributes]) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  const after = [...next.childNodes];
  after.forEach((child, i) => {
    const same = child.id && [...old.children].find(one => one.id === child.id);
    if (same && old.childNodes[i] !== same) old.insertBefore(same, old.childNodes[i] || null);
  });
  const before = [...old.childNodes];
  after.forEach((child, i) => {
    if (i < before.length) morph(before[i], child);
    else old.append(child.cloneNode(true));
  });
  before.slice(after.length).forEach(child => child.remove());
}

// A fetch with a short timeout, so that a hanging server is noticed.
async function ask(address, headers) {
  const aborted = new AbortController();
  const timer = setTimeout(() => aborted.abort(), 2000);
  try {
    return await fetch(address, { headers, cache: 'no-store', signal: aborted.signal });
  } finally {
    clearTimeout(timer);
  }
}

async function refresh(part) {
  const aborted = new AbortController();
  const timer = setTimeout(() => aborted.abort(), 15000);
  try {
    const reply = await fetch(part.dataset.live, { headers: { 'X-Rowan-Fragment': '1' }, cache: 'no-store', signal: aborted.signal });
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
    if (!reply.ok) {
      const why = page.querySelector('main p');
      throw new Error(why ? why.textContent : String(reply.status));
    }
    const next = page.getElementById(part.id);
    if (next) morph(part, next);
  } finally {
    clearTimeout(timer);
  }
}

// The state of the run of this page; a part with data-every="0" is refreshed only when it changes.
function runState() {
  const head = document.getElementById('run-head');
  return head ? head.dataset.state : '';
}

function live(part) {
  let seen = runState();
  const tick = async () => {
    const every = Number(part.dataset.every || '2') * 1000;
    if (!document.hidden && (every || runState() !== seen)) {
      const state = runState();
      try {
        await refresh(part);
        seen = state;
        part.removeAttribute('data-stale');
        if (contact.failed.delete(part)) contact.show();
      } catch (gone) {
        part.setAttribute('data-stale', '1');
        contact.failed.set(part, gone.message);
        contact.show();
      }
    }
    if (part.isConnected && part.dataset.live) timers.set(part, setTimeout(tick, every || 1000));
    else if (contact.failed.delete(part)) contact.show();
  };
  timers.set(part, setTimeout(tick, Number(part.dataset.every || '2') * 1000 || 1000));
}

// --- lost connection: <div id="contact"> says so ------------------------------------

const contact = {
  place: document.getElementById('contact'),
  state: 'there', // there, gone, or signed out
  since: new Date(),
  failed: new Map(), // parts that could not be brought up to date, with the reason

  words() {
    const run = (document.querySelector('#run-head .crumb code') || {}).textContent;
    if (this.state === 'gone') {
      const typed = this.place.dataset; // the commands as they are typed
      return 'No answer from the server since ' + this.since.toLocaleTimeString('en-GB') + '; this page is out of date. '
        + 'If ' + typed.serve + ' was stopped, start it again. The page of ' + typed.run + ' --ui ends with its run'
        + (run ? ': ' + typed.status + ' ' + run + ' shows how it ended.' : '.');
    }
    if (this.state === 'signed out') {
      return 'Signed out: the server was restarted, or the token has expired. '
        + 'Open the address that it printed, or sign in again.';
    }
    const why = [...this.failed.values()][0];
    return why ? 'Out of date: ' + why : '';
  },

  show() {
    if (!this.place) return;
    const words = this.words();
    if (this.place.textContent !== words) this.place.textContent = words;
    this.place.hidden = !words;
  },

  async check() {
    let state = 'there';
    try {
      const reply = await ask('/alive', {});
      if (reply.status === 401 || reply.status === 421) state = 'signed out';
    } catch (gone) {
      state = 'gone';
    }
    if (state !== this.state && state !== 'there') this.since = new Date();
    this.state = state;
    this.show();
  },
};

if (contact.place) {
  const check = async () => {
    if (!document.hidden) await contact.check();
    setTimeout(check, 2000);
  };
  setTimeout(check, 2000);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) contact.check(); });
}

// --- forms that call the API: <form data-api="/api/…"> with an <output> for the answer --------------------------

async function send(form, button) {
  const values = {};
  for (const [name, value] of new FormData(form, button)) if (value !== '') values[name] = value;
  const out = form.querySelector('output');
  const say = (words, bad) => {
    if (out) { out.textContent = words; out.className = bad ? 'notice bad' : 'notice good'; }
  };
  try {
    const reply = await fetch(form.dataset.api, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(values),
    });
    const answer = await reply.json();
    say(answer.error || answer.message || 'Done.', !reply.ok);
    if (reply.ok) document.querySelectorAll('[data-live]').forEach(part => refresh(part).catch(() => {}));
    if (reply.ok && /^\/(?![\/\\])/.test(answer.location || '')) window.location.assign(answer.location);
  } catch (gone) {
    say('No answer from the server.', true);
  }
}

document.addEventListener('submit', event => {
  const form = event.target;
  if (!form.dataset.api) return;
  event.preventDefault();
  const ask = event.submitter && event.submitter.dataset.confirm;
  if (ask && !window.confirm(ask)) return;
  send(form, event.submitter);
});

// --- copying: <button data-copy="#id"> ------------------------------------------------------------------------------

document.addEventListener('click', async event => {
  const button = event.target.closest('[data-copy]');
  if (!button) return;
  const from = document.querySelector(button.dataset.copy);
  if (!from) return;
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(from.textContent);
    button.textContent = 'Copied';
  } catch (refused) {
    getSelection().selectAllChildren(from);
    button.textContent = 'Selected: press Ctrl-C';
  }
  setTimeout(() => { button.textContent = label; }, 2000);
});

// --- rows: keyboard navigation, and a search whose hits are streamed -------------------------

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.nodeName)) return;
  if (event.key === '/') {
    const field = document.getElementById('search');
    if (field) { event.preventDefault(); field.focus(); field.select(); }
    return;
  }
  const links = [...document.querySelectorAll('a[data-row]')].filter(link => link.offsetParent !== null);
  const here = links.indexOf(document.activeElement);
  const arrows = here >= 0 ? { ArrowDown: 1, ArrowUp: -1 } : {};
  const by = { j: 1, k: -1, ...arrows }[event.key];
  if (!by || !links.length) return;
  event.preventDefault();
  links[here < 0 ? 0 : Math.max(0, Math.min(links.length - 1, here + by))].focus();
});

function hitLine(hit) {
  const line = document.createElement('tr');
  const cell = name => { const td = document.createElement('td'); td.className = name; line.append(td); return td; };
  const link = document.createElement('a');
  if (hit.page.startsWith('/runs/')) link.setAttribute('href', hit.page);
  link.setAttribute('data-row', '');
  link.textContent = hit.row;
  cell('num').append(link);
  const where = cell('where');
  where.textContent = hit.where_words;
  const name = document.createElement('div');
  name.className = 'sub mono';
  name.textContent = hit.name;
  where.append(name);
  const match = document.createElement('mark');
  match.textContent = hit.match;
  cell('snippet').append(hit.before, match, hit.after);
  return line;
}

async function hunt(form) {
  const results = document.getElementById('search-results');
  const hits = document.getElementById('hits');
  const out = form.querySelector('output');
  const stop = form.querySelector('[data-stop]');
  const table = document.getElementById('rows');
  const aborted = new AbortController();
  stop.onclick = () => aborted.abort();
  hits.replaceChildren();
  results.hidden = false;
  if (table) table.hidden = true;
  stop.hidden = false;
  out.textContent = 'Searching…';
  const percent = share => Math.round(share * 100) + ' %';
  const take = line => {
    if (line.hit) hits.append(hitLine(line.hit));
    if (line.progress) out.textContent = line.progress.hits + ' hits, ' + percent(line.progress.share) + ' searched';
    if (line.end) {
      out.textContent = line.end.error || (line.end.why === 'most_hits'
        ? 'The first ' + line.end.hits + ' matches: there may be more; refine the text or filter the rows.'
        : line.end.hits + ' matches in total.');
    }
  };
  try {
    const reply = await fetch(form.dataset.search + '?' + new URLSearchParams(new FormData(form)), {
      signal: aborted.signal, cache: 'no-store',
    });
    if (!reply.ok) { out.textContent = (await reply.json()).error; return; }
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split('\n');
      rest = lines.pop();
      lines.forEach(line => take(JSON.parse(line)));
    }
  } catch (gone) {
    out.textContent = aborted.signal.aborted ? 'Stopped. ' + out.textContent : 'No answer from the server.';
  } finally {
    stop.hidden = true;
  }
}

document.addEventListener('submit', event => {
  const form = event.target;
  if (!form.dataset.search || !document.getElementById('search-results')) return;
  event.preventDefault();
  hunt(form);
});

document.querySelectorAll('[data-live]').forEach(live);
