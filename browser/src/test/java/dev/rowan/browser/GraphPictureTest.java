package dev.rowan.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// The picture of a run whose pipeline is a graph. With `-Drowan.screenshots=FOLDER` it also takes screenshots.
@ExtendWith(BrowserExtension.class)
final class GraphPictureTest {
    private static final Path EXAMPLES = Path.of("..", "examples", "graphs");
    private static final String FORK = """
            run: {name: live-graph, max_cost_usd: 5, window: 64}
            source: {plugin: csv, options: {path: rows.csv, id: id}}
            transforms:
              - name: both
                fork:
                  words: [{plugin: keyword_filter, name: words, options: {fields: text, blocked_patterns: ["13"]}}]
                  mood:
                    - plugin: llm
                      name: mood
                      options:
                        model: openai/gpt-4o-mini
                        user_prompt_template: "Is this positive, negative or neutral? {{ text }}"
                        output_key: mood
                        max_tokens: 16
                        price: {input: 0.15, output: 0.6}
                        pool_size: 4
              - {name: done, join: {on_error: blocked}}
            sinks:
              output: {plugin: jsonl, options: {path: out.jsonl}}
              blocked: {plugin: jsonl, options: {path: blocked.jsonl}}
            """;

    private final BrowserSession session;

    @TempDir
    private Path folder;

    GraphPictureTest(BrowserSession session) {
        this.session = session;
    }

    /// Runs an example and serves its landscape.
    private Served run(String example) throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES.resolve(example))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
        Rowan rowan = Rowan.in(folder, Map.of());
        rowan.run(folder.resolve("pipeline.yaml"), Set.of(0, 4));
        return Served.start(rowan);
    }

    @Test
    void showsCountsOnEdgesAndLeadsToTheRowsOfAnEdgeAndANode() throws IOException {
        try (Served site = run("parallel_safety");
                Visit visit = session.visit(Viewport.DESK, site)) {
            visit.open("/runs/latest/pipeline");
            assertThat(visit.page().locator(".pic .pic-label").allTextContents())
                    .contains("4", "safety 4", "answer 4", "3", "error 1");
            visit.page()
                    .locator(".pic a[aria-label='Rows that left done by error: 1']")
                    .focus();
            visit.page().keyboard().press("Enter");
            visit.page().waitForURL(url -> url.contains("edge=done.error"));
            assertThat(visit.page().locator("#rows tbody tr").allInnerTexts())
                    .singleElement()
                    .asString()
                    .contains("q2", "blocked");
            visit.open("/runs/latest/pipeline");
            visit.page()
                    .locator(".pic .pic-node.pic-transform .pic-name")
                    .last()
                    .click();
            visit.page().waitForURL(url -> url.contains("visited=model"));
            assertThat(visit.count("#rows tbody tr"))
                    .as("the blocked row may have left before the model")
                    .isBetween(3, 4);
            visit.assertClean("graph");
        }
    }

    @Test
    void showsThePathOfARowThroughTheGraph() throws IOException {
        try (Served site = run("language");
                Visit visit = session.visit(Viewport.DESK, site)) {
            visit.open("/runs/latest/rows/1");
            assertThat(visit.count(".pic .pic-taken")).isEqualTo(4);
            assertThat(visit.page().locator(".pic .pic-dim .pic-name").allTextContents())
                    .containsExactlyInAnyOrder("english", "other", "failed");
            take(visit, "graph-row");
        }
    }

    @Test
    void fitsNarrowAndWideWindows() throws IOException {
        try (Served site = run("language")) {
            for (Viewport viewport : List.of(Viewport.DESK, Viewport.DESK_DARK, Viewport.PHONE)) {
                try (Visit visit = session.visit(viewport, site)) {
                    visit.open("/runs/latest/pipeline");
                    assertThat(visit.overhang()).as(visit.sticking().toString()).isLessThanOrEqualTo(0);
                    take(visit, "graph-" + viewport);
                    visit.assertClean("graph");
                }
            }
        }
    }

    @Test
    void countsWhileTheRunIsInProgress() throws IOException, InterruptedException {
        try (LiveRun run = LiveRun.start(Map.of("latency", Map.of("shape", "fixed", "typical", "100ms")), FORK);
                Visit visit = session.visit(Viewport.DESK, run.site())) {
            visit.open("/runs/latest/pipeline");
            String label = "[...document.querySelectorAll('.pic-label')].map(l => l.textContent).join(' ')";
            Object before = visit.page().evaluate("() => " + label);
            visit.page().waitForFunction("(was) => " + label + " !== was", before);
            assertThat(visit.page().locator(".pic .pic-note").allTextContents())
                    .anyMatch(note -> note.matches("[\\d,]+ open"));
            take(visit, "graph-live");
            visit.assertClean("live graph");
        }
    }

    private static void take(Visit visit, String name) throws IOException {
        String to = System.getProperty("rowan.screenshots", "");
        if (!to.isEmpty()) {
            Path folder = Files.createDirectories(Path.of("..").resolve(to));
            visit.page().screenshot(new Page.ScreenshotOptions().setPath(folder.resolve(name + ".png")));
        }
    }
}
