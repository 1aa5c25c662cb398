package dev.rowan.web.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rowan.web.http.WebAccess;
import dev.rowan.web.serve.RawHttp.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A public page: only with TLS and a password, by a secure cookie.
@Tag("slow")
final class PublicSiteTest {
    private static final String PASSWORD = "correct horse battery";

    @Test
    void aPublicAddressRequiresTlsAndAPassword() throws IOException {
        InetAddress everywhere = InetAddress.getByName("0.0.0.0");
        Optional<WebAccess.Tls> tls = Optional.of(new WebAccess.Tls(Path.of("c.pem"), Path.of("k.pem")));
        Optional<String> password = Optional.of(PASSWORD);
        List<String> names = List.of("rowan.example");
        for (Supplier<WebAccess> half : List.<Supplier<WebAccess>>of(
                () -> new WebAccess(everywhere, 0, GuardedSite.TOKEN, names, Optional.empty(), password),
                () -> new WebAccess(everywhere, 0, GuardedSite.TOKEN, names, tls, Optional.empty()),
                () -> new WebAccess(everywhere, 0, GuardedSite.TOKEN, names, Optional.empty(), Optional.empty()))) {
            assertThatIllegalArgumentException().isThrownBy(half::get).withMessageContaining("TLS and a password");
        }
        assertThat(new WebAccess(everywhere, 0, GuardedSite.TOKEN, names, tls, password).password())
                .isEqualTo(password);
    }

    @Test
    void thePasswordGrantsASecureCookie(@TempDir Path folder) throws Exception {
        try (GuardedSite site = start(folder)) {
            assertThat(site.http().get("/").status()).isEqualTo(401);
            assertThat(site.http().get("/login").body()).contains("type=\"password\"");
            Answer in = signIn(site, PASSWORD);
            assertThat(in.status()).isEqualTo(303);
            assertThat(in.header("set-cookie")).contains("Secure", "HttpOnly", "SameSite=Strict");
            String cookie = "Cookie: " + in.header("set-cookie").split(";")[0];
            assertThat(site.http().get("/", cookie).status()).isEqualTo(200);
            assertThat(site.http().get("/login?token=" + GuardedSite.TOKEN).headers())
                    .as("the token in an address does not replace the password")
                    .doesNotContainKey("set-cookie");
        }
    }

    @Test
    void wrongPasswordsAreLimited(@TempDir Path folder) throws Exception {
        try (GuardedSite site = start(folder)) {
            for (int i = 0; i < 10; i++) {
                assertThat(signIn(site, "wrong " + i).status()).isEqualTo(401);
            }
            assertThat(signIn(site, "wrong").status()).isEqualTo(429);
            assertThat(signIn(site, PASSWORD).status())
                    .as("nor can the right one be found out")
                    .isEqualTo(429);
        }
    }

    @Test
    void rejectsCrossSitePasswordAttempts(@TempDir Path folder) throws Exception {
        try (GuardedSite site = start(folder)) {
            for (int i = 0; i < 20; i++) {
                assertThat(site.http()
                                .post(
                                        "/login",
                                        "password=x",
                                        "Origin: https://evil.example",
                                        "Content-Type: application/x-www-form-urlencoded")
                                .status())
                        .isEqualTo(403);
            }
            assertThat(signIn(site, PASSWORD).status()).isEqualTo(303);
        }
    }

    @Test
    void answersOnlyToConfiguredHostNames(@TempDir Path folder) throws Exception {
        try (GuardedSite site = start(folder)) {
            for (String host : List.of("127.0.0.1:", "0.0.0.0:", "evil.example:")) {
                assertThat(site.http()
                                .get("/login", "Host: " + host + site.port())
                                .status())
                        .as(host)
                        .isEqualTo(421);
            }
        }
    }

    private static Answer signIn(GuardedSite site, String password) throws IOException {
        return site.http()
                .post(
                        "/login",
                        "password=" + password.replace(" ", "+"),
                        "Origin: " + site.site().address(),
                        "Content-Type: application/x-www-form-urlencoded");
    }

    private static GuardedSite start(Path folder) throws Exception {
        return GuardedSite.start(
                folder,
                new WebAccess(
                        InetAddress.getByName("0.0.0.0"),
                        0,
                        GuardedSite.TOKEN,
                        List.of("rowan.example"),
                        Optional.of(SelfSigned.make(folder)),
                        Optional.of(PASSWORD)));
    }
}
