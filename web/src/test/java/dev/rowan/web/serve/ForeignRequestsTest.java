package dev.rowan.web.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.web.serve.RawHttp.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Rejected requests: foreign hosts, foreign origins, missing tokens, and cross-site requests.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ForeignRequestsTest {
    private static final List<String> READS = List.of("/", "/api/runs");

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

    @Test
    void acceptsTheToken() throws IOException {
        for (String path : READS) {
            assertThat(site.http().get(path, GuardedSite.BEARER).status())
                    .as(path)
                    .isEqualTo(200);
            assertThat(site.http().get(path, cookie(GuardedSite.TOKEN)).status())
                    .as(path)
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:PORT",
                "127.0.0.1",
                "127.0.0.1:1",
                "127.0.0.2:PORT",
                "0.0.0.0:PORT",
                "localhost.evil.example:PORT",
                "localhost:PORT.evil.example",
                "127.0.0.1:PORT@evil.example",
                "evil.example#127.0.0.1:PORT",
                ""
            })
    void rejectsAForeignHost(String host) throws IOException {
        String line = "Host: " + host.replace("PORT", String.valueOf(site.port()));
        for (String path :
                List.of("/", "/api/runs", "/healthz", "/login?token=" + GuardedSite.TOKEN, "/assets/rowan.js")) {
            Answer answer = site.http().get(path, line, GuardedSite.BEARER);
            assertThat(answer.status()).as(path).isIn(400, 421);
            assertThat(answer.headers()).doesNotContainKey("set-cookie");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "http://evil.example",
                "https://127.0.0.1:PORT",
                "http://127.0.0.1",
                "http://127.0.0.1:PORT.evil.example",
                "http://localhost:PORT",
                "file://",
                ""
            })
    void rejectsAForeignOriginEvenWithTheToken(String origin) throws IOException {
        String line = "Origin: " + origin.replace("PORT", String.valueOf(site.port()));
        assertThat(site.http().get("/api/runs", line, GuardedSite.BEARER).status())
                .isEqualTo(403);
        assertThat(site.http()
                        .post("/api/runs", "{}", line, cookie(GuardedSite.TOKEN))
                        .status())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site", "none, cross-site", "x"})
    void rejectsCrossSiteChanges(String where) throws IOException {
        Answer answer = site.http()
                .post(
                        "/api/runs/" + site.run() + "/verify",
                        "{}",
                        "Sec-Fetch-Site: " + where,
                        "Origin: " + site.site().address(),
                        GuardedSite.BEARER);
        assertThat(answer.status()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Accept: */*",
                "Authorization: Bearer ",
                "Authorization: Bearer wrong-token-0123456789",
                "Authorization: bearer token-of-this-test-0123456789",
                "Authorization: Basic dG9rZW4tb2YtdGhpcy10ZXN0LTAxMjM0NTY3ODk=",
                "Authorization: Bearer token-of-this-test-012345678",
                "Authorization: Bearer token-of-this-test-01234567890",
                "X-Token: token-of-this-test-0123456789"
            })
    void rejectsRequestsWithoutToken(String header) throws IOException {
        for (String path : List.of("/", "/api/runs", "/runs/x", "/api/openapi.json", "/nothing/there")) {
            assertThat(site.http().get(path, header).status()).as(path).isEqualTo(401);
        }
        assertThat(site.http()
                        .get("/api/runs?token=" + GuardedSite.TOKEN, header)
                        .status())
                .isEqualTo(401);
    }

    @Test
    void rejectsAWrongCookie() throws IOException {
        assertThat(site.http().get("/", cookie("wrong")).status()).isEqualTo(401);
        assertThat(site.http().get("/", cookie("")).status()).isEqualTo(401);
        assertThat(site.http().get("/", "Cookie: other=" + GuardedSite.TOKEN).status())
                .isEqualTo(401);
    }

    @Test
    void aCookieAloneChangesNothing() throws IOException {
        Answer answer = site.http().post("/api/runs/" + site.run() + "/verify", "{}", cookie(GuardedSite.TOKEN));
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).contains("Origin");
    }

    @Test
    void rejectionsDoNotRevealTheLandscape() throws IOException {
        Answer answer = site.http().get("/api/runs/" + site.run());
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.body()).doesNotContain(site.run()).doesNotContain(GuardedSite.TOKEN);
    }

    @Test
    void publicPagesDoNotRevealTheLandscape() throws IOException {
        for (Answer answer : List.of(
                site.http().get("/"),
                site.http().get("/runs/" + site.run()),
                site.http().get("/login"),
                site.http().get("/login?token=wrong-token-0123456789"),
                site.http().get("/", "Host: evil.example"),
                site.http().get("/", "Origin: http://evil.example"),
                site.http().get("/alive"))) {
            assertThat(answer.body())
                    .isNotEmpty()
                    .doesNotContain(
                            "rowan.db", "sqlite:", "Landscape", site.folder().toString());
        }
        assertThat(site.http().get("/", GuardedSite.BEARER).body()).contains("rowan.db");
        assertThat(site.http().get("/alive").status()).isEqualTo(401);
        assertThat(site.http().get("/alive", GuardedSite.BEARER).status()).isEqualTo(200);
    }

    @Test
    void signingInWithTheTokenSetsAStrictCookie() throws IOException {
        Answer answer = site.http().get("/login?token=" + GuardedSite.TOKEN);
        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.header("location")).isEqualTo("/");
        assertThat(answer.header("set-cookie"))
                .contains("HttpOnly", "SameSite=Strict", "Path=/")
                .doesNotContain("Domain", "Secure");
        assertThat(site.http().get("/login?token=wrong-token-0123456789").headers())
                .doesNotContainKey("set-cookie");
    }

    @Test
    void wrongTokensDoNotLockUsersOut() throws IOException {
        for (int i = 0; i < 30; i++) {
            site.http().get("/login?token=wrong", "Sec-Fetch-Site: cross-site");
        }
        assertThat(site.http().get("/login?token=" + GuardedSite.TOKEN).status())
                .isEqualTo(303);
    }

    /// The cookie as this server names it.
    private String cookie(String token) throws IOException {
        String given = site.http().get("/login?token=" + GuardedSite.TOKEN).header("set-cookie");
        return "Cookie: " + given.substring(0, given.indexOf('=')) + "=" + token;
    }
}
