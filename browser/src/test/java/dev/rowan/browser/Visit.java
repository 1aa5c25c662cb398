package dev.rowan.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.Response;
import java.net.URI;
import java.util.List;
import java.util.Map;

/// A browser window with a [PageMonitor].
final class Visit implements AutoCloseable {
    private static final double PATIENCE_MS = 120_000;

    private final BrowserContext context;
    private final URI base;
    private final PageMonitor monitor;
    private final Page page;

    Visit(BrowserContext context, URI base) {
        this.context = context;
        this.base = base;
        this.monitor = new PageMonitor(context, base);
        context.setDefaultTimeout(PATIENCE_MS);
        this.page = context.newPage();
    }

    Page page() {
        return page;
    }

    PageMonitor monitor() {
        return monitor;
    }

    /// Opens a path, which must return 200, and resets the monitor.
    Visit open(String path) {
        monitor.findings();
        Response response = page.navigate(base + path);
        assertThat(response.status()).as(path).isEqualTo(200);
        return this;
    }

    /// Waits for a JavaScript condition.
    void await(String condition) {
        page.waitForFunction(condition);
    }

    /// The visible text of a selector.
    String text(String selector) {
        return page.locator(selector).first().innerText();
    }

    int count(String selector) {
        return page.locator(selector).count();
    }

    /// The links of this page without fragments.
    List<String> links() {
        Object found = page.evaluate("() => [...new Set([...document.querySelectorAll('a[href]')]"
                + ".map(a => new URL(a.getAttribute('href'), location.href).href.split('#')[0]))]");
        return ((List<?>) found)
                .stream()
                        .map(String::valueOf)
                        .filter(link -> link.startsWith(base + "/"))
                        .map(link -> link.substring(base.toString().length()))
                        .toList();
    }

    /// The horizontal overflow in pixels.
    int overhang() {
        return ((Number) page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")).intValue();
    }

    /// The overflowing elements, for a message.
    List<?> sticking() {
        return (List<?>) page.evaluate("""
                () => [...document.querySelectorAll('body *')]
                    .filter(e => e.getBoundingClientRect().right > window.innerWidth + 1)
                    .filter(e => { for (let p = e.parentElement; p; p = p.parentElement)
                        if (/auto|scroll|hidden/.test(getComputedStyle(p).overflowX)) return false; return true; })
                    .slice(0, 8)
                    .map(e => e.nodeName + '.' + e.className + ' ' + Math.round(e.getBoundingClientRect().right))
                """);
    }

    /// Runs a JavaScript function with one argument.
    Object evaluate(String function, Object argument) {
        return page.evaluate(function, argument);
    }

    /// Asserts that nothing forbidden happened since the last call.
    void assertClean(String where) {
        assertThat(monitor.findings()).as(where).isEmpty();
    }

    Map<String, String> cookies() {
        var cookies = new java.util.TreeMap<String, String>();
        context.cookies().forEach(cookie -> cookies.put(cookie.name, cookie.value));
        return cookies;
    }

    @Override
    public void close() {
        try {
            context.close();
        } catch (PlaywrightException e) {
            // requests and dialogs that the closed page has left
            if (!PageMonitor.isClosed(e)) {
                throw e;
            }
        }
    }
}
