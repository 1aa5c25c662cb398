package dev.rowan.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Takes the screenshots of `docs/img/page`, when a folder is given: `mvn -pl browser -am test
/// -Dtest=ScreenshotsTest -Drowan.screenshots=docs/img/page`.
@ExtendWith(BrowserExtension.class)
@EnabledIfSystemProperty(named = "rowan.screenshots", matches = ".+")
final class ScreenshotsTest {
    private static final Set<String> IN_EVERY_VIEWPORT = Set.of("overview", "rows", "story");
    private static final int TALLEST = 1600;
    private static final int LIVE_MS = 30_000;

    private final BrowserSession session;

    ScreenshotsTest(BrowserSession session) {
        this.session = session;
    }

    /// A run that finds the hidden limit of its service, after half a minute.
    @Test
    void takesAScreenshotOfARunningRun() throws IOException, InterruptedException {
        try (LiveRun run = LiveRun.start(Map.of(
                        "latency",
                        Map.of("shape", "lognormal", "typical", "60ms"),
                        "limits",
                        Map.of("requests", 1_500, "burst", 40, "headers", false)));
                Visit visit = session.visit(Viewport.DESK, run.site())) {
            visit.open("/runs/" + run.id());
            visit.page().waitForTimeout(LIVE_MS);
            take(visit, folder().resolve("overview-live.png"));
        }
    }

    /// An empty landscape, and the same page without its server.
    @Test
    void takesScreenshotsWithoutRunsAndWithoutServer(@TempDir Path empty) throws IOException {
        Served site = Served.start(Rowan.in(empty, Map.of()));
        try (Visit visit = session.visit(Viewport.DESK, site)) {
            take(visit.open("/"), folder().resolve("runs-none.png"));
            site.close();
            visit.page().locator("#contact").waitFor();
            take(visit, folder().resolve("contact-lost.png"));
        } finally {
            site.close();
        }
    }

    private static Path folder() throws IOException {
        return Files.createDirectories(Path.of("..").resolve(System.getProperty("rowan.screenshots", "")));
    }

    @Test
    void takesAScreenshotOfEachScreen() throws IOException {
        Path folder = folder();
        for (Viewport viewport : List.of(Viewport.DESK, Viewport.DESK_DARK, Viewport.PHONE)) {
            try (Visit visit = session.visit(viewport)) {
                for (Screens screen : Screens.of(session.runs())) {
                    if (viewport.equals(Viewport.DESK) || IN_EVERY_VIEWPORT.contains(screen.name())) {
                        take(visit.open(screen.path()), folder.resolve(name(screen, viewport)));
                    }
                }
            }
        }
    }

    private static String name(Screens screen, Viewport viewport) {
        return screen.name() + (viewport.equals(Viewport.DESK) ? "" : "-" + viewport) + ".png";
    }

    /// The whole page up to a maximum height, with few colours.
    private static void take(Visit visit, Path file) throws IOException {
        visit.page().waitForLoadState();
        visit.await("() => !document.querySelector('#compared[data-live]')");
        visit.page().evaluate("() => document.fonts.ready.then(() => true)");
        int height = ((Number) visit.page().evaluate("() => document.documentElement.scrollHeight")).intValue();
        var size = visit.page().viewportSize();
        byte[] png = visit.page()
                .screenshot(new Page.ScreenshotOptions()
                        .setFullPage(true)
                        .setClip(0, 0, size.width, Math.min(TALLEST, Math.max(height, 300))));
        Files.write(file, SmallPng.of(png));
        assertThat(Files.size(file)).as(file.toString()).isBetween(2_000L, 150_000L);
    }
}
