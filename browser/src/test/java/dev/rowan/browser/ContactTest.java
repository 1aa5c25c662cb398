package dev.rowan.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A page whose server is gone, restarted or empty, with a fake page clock.
@ExtendWith(BrowserExtension.class)
final class ContactTest {
    private static final long FIVE_SECONDS = 5_000;

    private final BrowserSession session;

    ContactTest(BrowserSession session) {
        this.session = session;
    }

    private static void passFiveSeconds(Visit visit) {
        visit.page().clock().runFor(FIVE_SECONDS);
    }

    private static void awaitAlert(Visit visit, String words) {
        visit.page()
                .waitForFunction(
                        "words => !document.querySelector('#contact').hidden"
                                + " && document.querySelector('#contact').innerText.includes(words)",
                        words);
    }

    @Test
    void everyPageReportsALostServerWithinFiveSeconds() {
        String run = "/runs/" + session.runs().run("moderation");
        for (String path : List.of("/", run, run + "/rows", run + "/rows/1", run + "/record", "/api")) {
            Served site = Served.start(session.runs().rowan());
            try (Visit visit = session.visit(Viewport.DESK, site)) {
                visit.page().clock().install();
                visit.open(path);
                visit.await("() => document.querySelector('#contact').hidden");
                site.close();
                passFiveSeconds(visit);
                awaitAlert(visit, "No answer from the server since ");
            } finally {
                site.close();
            }
        }
    }

    @Test
    void reportsAnExpiredTokenWithinFiveSecondsAndReconnects() {
        Rowan rowan = session.runs().rowan();
        Served first = Served.start(rowan);
        String port = String.valueOf(first.address().getPort());
        try (Visit visit = session.visit(Viewport.DESK, first)) {
            visit.page().clock().install();
            visit.open("/runs/" + session.runs().run("moderation"));
            first.close();
            try (Served second = Served.start(rowan, "--port", port)) {
                passFiveSeconds(visit);
                awaitAlert(visit, "Signed out");
                visit.page().context().newPage().navigate(second.entrance().toString());
                passFiveSeconds(visit);
                visit.await("() => document.querySelector('#contact').hidden");
            }
        } finally {
            first.close();
        }
    }

    @Test
    void aPageWithoutALandscapeSaysHowToStartAndShowsTheFirstRun(@TempDir Path folder) throws IOException {
        Rowan rowan = Rowan.in(folder, Map.of());
        Files.writeString(folder.resolve("rows.csv"), "id,text\n1,fine\n");
        Path file = Files.writeString(folder.resolve("pipeline.yaml"), """
                run: {name: first}
                source: {plugin: csv, options: {path: rows.csv}}
                sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
                """);
        try (Served site = Served.start(rowan);
                Visit visit = session.visit(Viewport.DESK, site)) {
            visit.open("/");
            assertThat(visit.text("#runs")).contains("No runs yet", "rowan run pipeline.yaml");
            rowan.run(file, Set.of(0));
            visit.await("() => /first/.test(document.querySelector('#runs table')?.innerText || '')");
            visit.assertClean("the first run");
        }
    }
}
