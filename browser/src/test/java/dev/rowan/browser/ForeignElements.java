package dev.rowan.browser;

import java.util.List;

/// Finds elements of an open page that Rowan never writes, and so come from data.
final class ForeignElements {
    private static final String LOOK = """
            () => {
              const odd = [];
              const name = e => e.outerHTML.slice(0, 160);
              for (const e of document.querySelectorAll('*')) {
                const tag = e.nodeName.toLowerCase();
                if (['iframe', 'object', 'embed', 'base', 'style', 'portal', 'marquee', 'math', 'video', 'audio',
                     'foreignobject', 'template', 'noscript', 'image', 'animate', 'use'].includes(tag)) odd.push(name(e));
                if (tag === 'script' && new URL(e.src || 'x:').pathname.indexOf('/assets/') !== 0) odd.push(name(e));
                if (tag === 'link' && new URL(e.href).pathname.indexOf('/assets/') !== 0) odd.push(name(e));
                if (tag === 'meta' && e.httpEquiv) odd.push(name(e));
                for (const a of e.attributes) {
                  if (/^on|^style$|^srcdoc$/i.test(a.name)) odd.push(name(e));
                  if (/^(href|src|action|formaction|xlink:href|poster|data|data-live|data-api)$/i.test(a.name)) {
                    const to = new URL(a.value, location.href);
                    if (to.origin !== location.origin) odd.push(name(e));
                  }
                }
              }
              return [...new Set(odd)].slice(0, 10);
            }
            """;

    private ForeignElements() {}

    /// The foreign elements, shortened.
    static List<String> oddities(Visit visit) {
        return ((List<?>) visit.page().evaluate(LOOK))
                .stream().map(String::valueOf).toList();
    }
}
