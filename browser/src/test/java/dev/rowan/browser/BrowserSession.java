package dev.rowan.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.PlaywrightException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One browser and its landscapes, created on demand and closed after the last test.
///
/// Playwright is used by the test thread only.
final class BrowserSession implements AutoCloseable {
    private static final List<String> FLAGS = List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    private static final int MAX_TRIES = 20;

    private final Playwright playwright;
    private final Browser browser;
    private @Nullable TestLandscape runs;
    private @Nullable HostileLandscape hostile;

    private BrowserSession(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    static BrowserSession open(Path executable) {
        var playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        var options = new BrowserType.LaunchOptions()
                .setExecutablePath(executable)
                .setHeadless(true)
                .setArgs(FLAGS);
        return new BrowserSession(playwright, playwright.chromium().launch(options));
    }

    /// Whether the full tests are enabled.
    static boolean isFull() {
        return "full".equals(System.getProperty("rowan.browser"));
    }

    TestLandscape runs() {
        TestLandscape made = runs;
        if (made == null) {
            made = TestLandscape.make();
            runs = made;
        }
        return made;
    }

    HostileLandscape hostile() {
        HostileLandscape made = hostile;
        if (made == null) {
            made = HostileLandscape.make();
            hostile = made;
        }
        return made;
    }

    /// A new window, signed in to the page of the landscape.
    Visit visit(Viewport viewport) {
        return visit(viewport, runs().site());
    }

    /// A new window at another page.
    Visit visit(Viewport viewport, Served site) {
        Visit visit = window(viewport, site.address());
        visit.page().navigate(site.entrance().toString());
        return visit;
    }

    /// A window without sign-in.
    Visit window(Viewport viewport, URI base) {
        return new Visit(
                context(new Browser.NewContextOptions()
                        .setViewportSize(viewport.width(), viewport.height())
                        .setColorScheme(viewport.scheme())
                        .setAcceptDownloads(true)
                        .setIgnoreHTTPSErrors(true)
                        .setLocale("en-GB")
                        .setTimezoneId("UTC")),
                base);
    }

    /// Playwright may fail here with events that a closed window has left.
    private BrowserContext context(Browser.NewContextOptions options) {
        for (int tries = 1; ; tries++) {
            try {
                return browser.newContext(options);
            } catch (PlaywrightException e) {
                if (tries == MAX_TRIES || !PageMonitor.isClosed(e)) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void close() {
        try (playwright;
                browser) {
            if (hostile != null) {
                hostile.close();
            }
            if (runs != null) {
                runs.close();
            }
        }
    }
}
