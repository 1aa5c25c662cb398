package dev.rowan.browser;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.Request;
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

    private static final String INIT = """
            document.addEventListener('securitypolicyviolation',
                e => window.rowanStopped(e.violatedDirective + ' ' + e.blockedURI + ' ' + e.sample));
            """;

    private final String base;
    private final List<String> seen = new ArrayList<>();
    private final List<String> requests = new ArrayList<>();
    private boolean confirming;

    PageMonitor(BrowserContext context, URI base) {
        this.base = base.toString();
        context.exposeBinding(MARK, (_, words) -> {
            seen.add("a script ran: " + List.of(words));
            return true;
        });
        context.exposeBinding("rowanStopped", (_, words) -> {
            seen.add("the policy stopped " + List.of(words));
            return true;
        });
        context.addInitScript(INIT);
        context.route(url -> !isOurs(url), route -> route.abort());
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
            if (message.type().equals("error") || message.type().equals("warning")) {
                seen.add("console: " + message.text());
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

    /// Whether something was to be done with a page that is closed by now.
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
