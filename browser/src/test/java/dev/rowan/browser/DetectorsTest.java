package dev.rowan.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The detectors detect: a careless page of the test's own, with the same values as markup, sets off each of them.
@ExtendWith(Browsing.class)
final class DetectorsTest {
    private final Room room;

    DetectorsTest(Room room) {
        this.room = room;
    }

    @Test
    void aScriptThatRunsIsSeen() throws IOException {
        assertThat(findings("<script>" + Watch.MARK + "(7)</script>", Optional.empty()))
                .anyMatch(finding -> finding.startsWith("a script ran"));
    }

    @Test
    void aDialogIsSeen() throws IOException {
        assertThat(findings("<img src=data:x onerror=alert(1)>", Optional.empty()))
                .anyMatch(finding -> finding.startsWith("a dialog"));
    }

    @Test
    void aRequestToElsewhereIsSeen() throws IOException {
        assertThat(findings("<img src='http://127.0.0.2:9/x'>", Optional.empty()))
                .anyMatch(finding -> finding.startsWith("a request to elsewhere"));
    }

    @Test
    void whatThePolicyStopsIsSeen() throws IOException {
        assertThat(findings("<script>" + Watch.MARK + "(7)</script>", Optional.of("default-src 'self'")))
                .anyMatch(finding -> finding.startsWith("the policy stopped"))
                .noneMatch(finding -> finding.startsWith("a script ran"));
    }

    @Test
    void aMissingFileIsSeen() throws IOException {
        assertThat(findings("<img src=/missing>", Optional.empty())).anyMatch(finding -> finding.startsWith("404"));
    }

    @Test
    void elementsThatAreNotOursAreSeen() throws IOException {
        try (PlainPage page = new PlainPage(
                        "<iframe></iframe><p style='color:red'>x</p><a href=javascript:x>x</a>", Optional.empty());
                Visit visit = room.window(Look.DESK, page.address())) {
            visit.open("/");
            assertThat(Anatomy.oddities(visit)).as("these and the icon").hasSize(4);
        }
    }

    @Test
    void everyKindOfAlarmIsSetOffByTheHostileValuesThemselves() throws IOException {
        String all = String.join("\n", HostileValues.of(URI.create("http://127.0.0.2:9"), HostileValues.SEED, 40));
        assertThat(findings(all, Optional.empty()))
                .anyMatch(finding -> finding.startsWith("a script ran"))
                .anyMatch(finding -> finding.startsWith("a dialog"))
                .anyMatch(finding -> finding.startsWith("a request to elsewhere"));
    }

    private List<String> findings(String body, Optional<String> policy) throws IOException {
        try (PlainPage page = new PlainPage(body, policy);
                Visit visit = room.window(Look.DESK, page.address())) {
            visit.page().navigate(page.address() + "/");
            visit.page().evaluate("() => new Promise(done => setTimeout(done, 50))");
            return visit.watch().findings();
        }
    }
}
