package dev.rowan.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
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
        assertThat(findings("<script>" + PageMonitor.MARK + "(7)</script>", Optional.empty()))
                .anyMatch(finding -> finding.startsWith("a script ran"));
    }

    @Test
    void detectsADialog() throws IOException {
        assertThat(findings("<img src=data:x onerror=alert(1)>", Optional.empty()))
                .anyMatch(finding -> finding.startsWith("a dialog"));
    }

    @Test
    void detectsARequestToAnotherServer() throws IOException {
        assertThat(findings("<img src='http://127.0.0.2:9/x'>", Optional.empty()))
                .anyMatch(finding -> finding.startsWith("a request to elsewhere"));
    }

    @Test
    void detectsPolicyViolations() throws IOException {
        assertThat(findings("<script>" + PageMonitor.MARK + "(7)</script>", Optional.of("default-src 'self'")))
                .anyMatch(finding -> finding.startsWith("the policy stopped"))
                .noneMatch(finding -> finding.startsWith("a script ran"));
    }

    @Test
    void detectsAMissingFile() throws IOException {
        assertThat(findings("<img src=/missing>", Optional.empty())).anyMatch(finding -> finding.startsWith("404"));
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
        assertThat(findings(all, Optional.empty()))
                .anyMatch(finding -> finding.startsWith("a script ran"))
                .anyMatch(finding -> finding.startsWith("a dialog"))
                .anyMatch(finding -> finding.startsWith("a request to elsewhere"));
    }

    private List<String> findings(String body, Optional<String> policy) throws IOException {
        try (PlainPage page = new PlainPage(body, policy);
                Visit visit = session.window(Viewport.DESK, page.address())) {
            visit.page().navigate(page.address() + "/");
            visit.page().evaluate("() => new Promise(done => setTimeout(done, 50))");
            return visit.monitor().findings();
        }
    }
}
