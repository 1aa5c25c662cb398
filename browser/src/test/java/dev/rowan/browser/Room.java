package dev.rowan.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One browser, and the landscapes that it looks at: made when they are first asked for, closed after the last test.
///
/// Playwright belongs to the thread that made it, which is the one of the tests.
final class Room implements AutoCloseable {
    private static final List<String> FLAGS = List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    private final Playwright playwright;
    private final Browser browser;
    private @Nullable World world;
    private @Nullable HostileWorld hostile;

    private Room(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    static Room open(Path executable) {
        var playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        var options = new BrowserType.LaunchOptions()
                .setExecutablePath(executable)
                .setHeadless(true)
                .setArgs(FLAGS);
        return new Room(playwright, playwright.chromium().launch(options));
    }

    /// Whether the long version of the tests is wanted.
    static boolean isFull() {
        return "full".equals(System.getProperty("rowan.browser"));
    }

    World world() {
        World made = world;
        if (made == null) {
            made = World.make();
            world = made;
        }
        return made;
    }

    HostileWorld hostile() {
        HostileWorld made = hostile;
        if (made == null) {
            made = HostileWorld.make();
            hostile = made;
        }
        return made;
    }

    /// A browser window of its own, signed in to the page of the world.
    Visit visit(Look look) {
        return visit(look, world().site());
    }

    /// The same at another page.
    Visit visit(Look look, Served site) {
        Visit visit = window(look, site.address());
        visit.page().navigate(site.entrance().toString());
        return visit;
    }

    /// A window that is signed in nowhere.
    Visit window(Look look, URI base) {
        BrowserContext context = browser.newContext(new Browser.NewContextOptions()
                .setViewportSize(look.width(), look.height())
                .setColorScheme(look.scheme())
                .setAcceptDownloads(true)
                .setIgnoreHTTPSErrors(true)
                .setLocale("en-GB")
                .setTimezoneId("UTC"));
        return new Visit(context, base);
    }

    @Override
    public void close() {
        try (playwright;
                browser) {
            if (hostile != null) {
                hostile.close();
            }
            if (world != null) {
                world.close();
            }
        }
    }
}
