package dev.rowan.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// The rows page: filters, paging, search and export.
@ExtendWith(BrowserExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RowsTest {
    private static final Pattern OF = Pattern.compile("of ([\\d,]+)");

    private final TestLandscape runs;
    private final Visit visit;
    private final String table;

    RowsTest(BrowserSession session) {
        runs = session.runs();
        visit = session.visit(Viewport.DESK);
        table = "/runs/" + runs.run("failing") + "/rows";
    }

    @AfterAll
    void leave() {
        visit.close();
    }

    @Test
    void filtersByOutcome() {
        visit.open(table);
        int all = matched();
        filter("failed");
        int failed = matched();
        assertThat(failed).isPositive().isLessThan(all);
        assertThat(visit.count("#rows tbody tr")).isEqualTo(Math.min(50, failed));
        assertThat(visit.page().locator("#rows tbody tr").allInnerTexts()).allMatch(line -> line.contains("failed"));
        follow("a.chip");
        assertThat(matched()).as("a chip takes its filter away").isEqualTo(all);
        visit.assertClean(table);
    }

    @Test
    void pagingShowsEveryRowOnce() {
        visit.open(table);
        int all = matched();
        var seen = new java.util.LinkedHashSet<String>();
        int lines = 0;
        while (true) {
            List<String> names = visit.page().locator("#rows tbody a[data-row]").allInnerTexts();
            lines += names.size();
            seen.addAll(names);
            if (visit.count("a[aria-label='Next page']") == 0) {
                break;
            }
            follow("a[aria-label='Next page']");
        }
        assertThat(lines).isEqualTo(all);
        assertThat(seen).hasSize(all);
        visit.assertClean(table);
    }

    @Test
    void exportsTheFilteredRows(@TempDir Path folder) throws IOException {
        visit.open(table + "?outcome=failed");
        int shown = matched();
        List<String> ids = visit.page().locator("#rows tbody a[data-row]").allInnerTexts();
        Path csv = exported("Export CSV", folder);
        assertThat(csv.getFileName().toString()).endsWith(".csv");
        Path jsonl = exported("Export JSONL", folder);
        List<String> lines = Files.readAllLines(jsonl);
        assertThat(lines).hasSize(shown).allMatch(line -> line.contains("\"failed\""));
        assertThat(ids).hasSize(Math.min(50, shown));
        assertThat(Files.readString(csv)).contains("failed").doesNotContain("completed");
    }

    @Test
    void searchFindsTheSameWithAndWithoutJavaScript() {
        visit.open("/runs/" + runs.run("moderation") + "/rows");
        visit.page().locator("#search").fill("jacket");
        visit.page().locator("#search").press("Enter");
        visit.await("() => /matches in total/.test(document.querySelector('form[data-search] output').textContent)");
        List<String> hits = visit.page().locator("#hits tr").allInnerTexts();
        assertThat(hits)
                .isNotEmpty()
                .allMatch(hit -> hit.toLowerCase(java.util.Locale.ROOT).contains("jacket"));
        visit.assertClean("search");
        visit.open("/runs/" + runs.run("moderation") + "/search?q=jacket");
        assertThat(visit.count("#hits tr")).isEqualTo(Math.min(100, hits.size()));
        visit.assertClean("search without script");
    }

    /// Follows the first such link, and waits for the page that it leads to.
    private void follow(String link) {
        String from = visit.page().url();
        visit.page().locator(link).first().click();
        visit.page().waitForURL(url -> !url.equals(from));
    }

    private void filter(String outcome) {
        visit.page().locator("select[name=outcome]").selectOption(outcome);
        visit.page().locator("form[aria-label=Filters] button").first().click();
        visit.page().waitForURL(url -> url.contains("outcome=" + outcome));
    }

    private Path exported(String label, Path folder) {
        Download download = visit.page()
                .waitForDownload(() -> visit.page()
                        .locator("a:has-text('" + label + "')")
                        .first()
                        .click());
        Path file = folder.resolve(download.suggestedFilename());
        download.saveAs(file);
        return file;
    }

    /// The number of matching rows on the page.
    private int matched() {
        String text = visit.text("#matched");
        Matcher of = OF.matcher(text);
        assertThat(of.find()).as(text).isTrue();
        return Integer.parseInt(of.group(1).replace(",", ""));
    }
}
