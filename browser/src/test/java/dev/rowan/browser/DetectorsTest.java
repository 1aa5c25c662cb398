package dev.rowan.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page.NavigateOptions;
import com.microsoft.playwright.options.WaitUntilState;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A vulnerable page with the same values as markup triggers each detector.
@ExtendWith(BrowserExtension.class)
final class DetectorsTest {
    private final BrowserSession session;

    DetectorsTest(BrowserSession session) {
        this.session = session;
    }

    @Test
    void detectsAScript() throws IOException {
        findings("<script>" + PageMonitor.MARK + "(7)</script>", Optional.empty(), "a script ran");
    }

    @Test
    void detectsADialog() throws IOException {
        findings("<img src=data:x onerror=alert(1)>", Optional.empty(), "a dialog");
    }

    @Test
    void detectsARequestToAnotherServer() throws IOException {
        findings("<img src='http://127.0.0.2:9/x'>", Optional.empty(), "a request to elsewhere");
    }

    @Test
    void detectsPolicyViolations() throws IOException {
        String script = "<script>" + PageMonitor.MARK + "(7)</script>";
        assertThat(findings(script, Optional.of("default-src 'self'"), "the policy stopped"))
                .noneMatch(finding -> finding.startsWith("a script ran"));
    }

    @Test
    void detectsAMissingFile() throws IOException {
        findings("<img src=/missing>", Optional.empty(), "404");
    }

    @Test
    void detectsForeignElements() throws IOException {
        try (PlainPage page = new PlainPage(
                        "<iframe></iframe><p style='color:red'>x</p><a href=javascript:x>x</a>", Optional.empty());
                Visit visit = session.window(Viewport.DESK, page.address())) {
            visit.open("/");
            assertThat(ForeignElements.oddities(visit)).as("these and the icon").hasSize(4);
        }
    }

    @Test
    void hostileValuesTriggerEveryDetector() throws IOException {
        String all = String.join("\n", HostileValues.of(URI.create("http://127.0.0.2:9"), HostileValues.SEED, 40));
        findings(all, Optional.empty(), "a script ran", "a dialog", "a request to elsewhere");
    }

    /// Opens the page and waits until there is a finding of each of these kinds. It does not wait for the page or ask
    /// it
    /// anything, because hostile values may lead the window elsewhere at any time.
    private List<String> findings(String body, Optional<String> policy, String... kinds) throws IOException {
        var findings = new ArrayList<String>();
        try (PlainPage page = new PlainPage(body, policy);
                Visit visit = session.window(Viewport.DESK, page.address())) {
            visit.page().navigate(page.address() + "/", new NavigateOptions().setWaitUntil(WaitUntilState.COMMIT));
            visit.page().waitForCondition(() -> {
                findings.addAll(visit.monitor().findings());
                return Stream.of(kinds).allMatch(kind -> findings.stream().anyMatch(found -> found.startsWith(kind)));
            });
        }
        return findings;
    }
}
