package dev.rowan.browser;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/// Records forbidden events of a window: scripts from data, dialogs, requests to servers other than `base`, failed
/// requests, console errors and policy violations.
///
/// Used by the test thread only, like all of Playwright.
final class PageMonitor {
    /// The function that hostile values call.
    static final String MARK = "rowanRan";

    private static final String SCRIPT_RAN = "a script ran: ";
    private static final String POLICY_STOPPED = "the policy stopped ";

    /// Reports through the console, since Playwright must answer a function of its own, which fails in a page that is
    /// being closed.
    private static final String INIT = """
            window.%s = (...args) => { console.debug('%s' + args); return true; };
            document.addEventListener('securitypolicyviolation', e =>
                console.debug('%s' + e.violatedDirective + ' ' + e.blockedURI + ' ' + e.sample));
            """.formatted(MARK, SCRIPT_RAN, POLICY_STOPPED);

    private final String base;
    private final List<String> seen = new ArrayList<>();
    private final List<String> requests = new ArrayList<>();
    private boolean confirming;

    PageMonitor(BrowserContext context, URI base) {
        this.base = base.toString();
        context.addInitScript(INIT);
        context.route(url -> !isOurs(url), PageMonitor::abort);
        context.onRequest(this::request);
        context.onResponse(response -> {
            if (response.status() >= 400) {
                seen.add(response.status() + " for " + response.url());
            }
        });
        context.onRequestFailed(request -> {
            // a page that is left takes its requests with it
            if (!String.valueOf(request.failure()).contains("ERR_ABORTED")) {
                seen.add("failed: " + request.url() + " " + request.failure());
            }
        });
        context.onConsoleMessage(message -> {
            String text = message.text();
            if (text.startsWith(SCRIPT_RAN) || text.startsWith(POLICY_STOPPED)) {
                seen.add(text);
            } else if (message.type().equals("error") || message.type().equals("warning")) {
                seen.add("console: " + text);
            }
        });
        context.onWebError(error -> seen.add("error: " + error.error()));
        context.onDialog(this::dialog);
    }

    private boolean isOurs(String url) {
        return url.startsWith(base + "/") || url.startsWith("data:") || url.startsWith("about:");
    }

    private void request(Request request) {
        requests.add(request.method() + " " + request.url());
        if (!isOurs(request.url())) {
            seen.add("a request to elsewhere: " + request.url());
        }
    }

    private void dialog(Dialog dialog) {
        if (confirming && dialog.type().equals("confirm")) {
            dialog.accept();
        } else {
            seen.add("a dialog: " + dialog.message());
            dismiss(dialog);
        }
    }

    private static void abort(Route route) {
        try {
            route.abort();
        } catch (PlaywrightException e) {
            if (!isClosed(e)) {
                throw e;
            }
        }
    }

    private static void dismiss(Dialog dialog) {
        try {
            dialog.dismiss();
        } catch (PlaywrightException e) {
            // a page that navigates away or is closed takes its dialogs with it
            if (!String.valueOf(e.getMessage()).contains("No dialog is showing") && !isClosed(e)) {
                throw e;
            }
        }
    }

    /// Whether the page, window or browser was closed meanwhile.
    static boolean isClosed(PlaywrightException e) {
        return String.valueOf(e.getMessage()).contains("has been closed");
    }

    /// Accepts confirmation dialogs from now on.
    void confirm() {
        confirming = true;
    }

    /// The events since the last call.
    List<String> findings() {
        var findings = List.copyOf(seen);
        seen.clear();
        return findings;
    }

    /// All requests so far.
    List<String> requests() {
        return List.copyOf(requests);
    }
}
