package dev.rowan.web.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.web.http.Router;
import dev.rowan.web.serve.RawHttp.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every response has the security headers, allows no foreign pages, and GET changes nothing.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SafeRepliesTest {
    @SuppressWarnings("NullAway.Init") // set before all tests
    private GuardedSite site;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        site = GuardedSite.start(folder);
    }

    @AfterAll
    void stop() {
        site.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /",
                "HEAD /",
                "GET /api/runs",
                "GET /assets/rowan.css",
                "GET /assets/rowan.js",
                "GET /assets/rowan.svg",
                "GET /healthz",
                "GET /metrics",
                "GET /login",
                "GET /login?token=wrong",
                "GET /nothing",
                "GET /api/nothing",
                "GET /runs/unknown",
                "GET /api/runs/unknown",
                "GET /assets/nothing.js",
                "POST /",
                "PUT /api/runs",
                "DELETE /",
                "OPTIONS /",
                "TRACE /",
                "GET /runs/RUN/rows",
                "GET /runs/RUN/rows/1",
                "GET /api/runs/RUN/rows/export?format=csv",
                "GET /api/runs/RUN/search?q=fine"
            })
    void keepsAPageToItself(String asked) throws IOException {
        String line = asked.replace("RUN", site.run()) + " HTTP/1.1";
        for (String who : List.of(GuardedSite.BEARER, "Authorization: none", "Origin: http://evil.example")) {
            Answer answer = site.http().send(line, "", who);
            assertThat(answer.header("content-security-policy"))
                    .as(asked + " " + who + " " + answer.status())
                    .contains("default-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'")
                    .doesNotContain("unsafe", "*", "data:", "http");
            assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
            assertThat(answer.header("x-frame-options")).isEqualTo("DENY");
            assertThat(answer.header("referrer-policy")).isEqualTo("no-referrer");
            assertThat(answer.header("cross-origin-resource-policy")).isEqualTo("same-origin");
            assertThat(answer.header("cross-origin-opener-policy")).isEqualTo("same-origin");
            assertThat(answer.header("cache-control")).isIn("no-store", "no-cache");
            assertThat(answer.headers().keySet()).noneMatch(name -> name.startsWith("access-control-"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//evil.example/",
                "///evil.example",
                "/\\evil.example",
                "http://evil.example/",
                "/..%2f..%2f..%2fetc%2fpasswd",
                "/assets/..%2f..%2fopenapi.json",
                "/assets/../../etc/passwd",
                "/assets/%2e%2e%2frowan.css",
                "/assets/rowan.css%00.js",
                "/runs/..%2f..%2fetc%2fpasswd",
                "/runs/%2e%2e/%2e%2e",
                "/runs/x%0d%0aSet-Cookie:%20a=b",
                "/runs/%00",
                "/runs/%ff%fe",
                "/runs/" + "a/",
                "*",
                "/%zz",
                "/runs/%",
                "/?x=%",
                "/?<script>alert(1)</script>"
            })
    void oddPathsAreNotFound(String path) throws IOException {
        Answer answer = site.http().get(path, GuardedSite.BEARER);
        assertThat(answer.status()).isLessThan(500);
        assertThat(answer.header("location")).doesNotContain("evil.example").doesNotStartWith("//");
        assertThat(answer.headers()).doesNotContainKey("set-cookie");
        assertThat(answer.body()).doesNotContain("root:x:0").doesNotContain("<script>");
    }

    @Test
    void rejectsAnOversizedBodyAndKeepsServing() throws IOException {
        String big = "{\"x\":\"" + "a".repeat(3 << 20) + "\"}";
        assertThat(statusOf(big)).isIn(413, 0);
        assertThat(site.http().get("/", GuardedSite.BEARER).status()).isEqualTo(200);
    }

    /// The status, or 0 when the server closed the connection.
    private int statusOf(String body) {
        try {
            return site.http()
                    .post("/api/runs/" + site.run() + "/verify", body, GuardedSite.BEARER)
                    .status();
        } catch (IOException _) {
            return 0;
        }
    }

    @Test
    void readingChangesNothing() throws IOException, SQLException {
        Map<String, Long> before = site.rows();
        assertThat(before).containsKeys("run", "row_read", "outcome", "run_order");
        int answered = 0;
        for (Router.Route route : site.site().routes()) {
            Answer answer = site.http().get(path(route), GuardedSite.BEARER);
            assertThat(answer.status()).as(route.path()).isLessThan(500);
            answered += answer.status() == 200 ? 1 : 0;
        }
        assertThat(answered).as("routes that showed something").isGreaterThan(20);
        assertThat(site.rows()).isEqualTo(before);
    }

    @Test
    void getNeverChangesAnything() throws IOException {
        List<Router.Route> changing = changing();
        assertThat(changing).hasSizeGreaterThan(4);
        for (Router.Route route : changing) {
            for (String method : List.of("GET", "HEAD", "PUT", "DELETE", "PATCH")) {
                Answer answer = site.http().send(method + " " + path(route) + " HTTP/1.1", "", GuardedSite.BEARER);
                assertThat(answer.status()).as(method + " " + route.path()).isIn(405, 404);
            }
        }
    }

    @Test
    void changesNeedAuthorization() throws IOException, SQLException {
        Map<String, Long> before = site.rows();
        String own = "Origin: " + site.site().address();
        for (Router.Route route : changing()) {
            assertThat(site.http().post(path(route), "{}", own).status())
                    .as(route.path())
                    .isEqualTo(401);
            assertThat(site.http().post(path(route), "{}").status())
                    .as(route.path())
                    .isEqualTo(403);
            assertThat(site.http()
                            .post(path(route), "{}", GuardedSite.BEARER, "Origin: null")
                            .status())
                    .as(route.path())
                    .isEqualTo(403);
            assertThat(site.http()
                            .post(path(route), "{}", GuardedSite.BEARER, own, "Sec-Fetch-Site: cross-site")
                            .status())
                    .as(route.path())
                    .isEqualTo(403);
        }
        assertThat(site.rows()).isEqualTo(before);
    }

    private List<Router.Route> changing() {
        return site.site().routes().stream()
                .filter(route -> !route.method().equals("GET"))
                .toList();
    }

    /// A path of the route with existing things where possible.
    private String path(Router.Route route) {
        return route.path()
                .replace("{run}", site.run())
                .replace("{name}", "rowan.css")
                .replaceAll("\\{\\w+}", "1");
    }
}
