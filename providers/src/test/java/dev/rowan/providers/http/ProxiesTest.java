package dev.rowan.providers.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.secret.Secret;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxiesTest {

    @Test
    void takesTheProxyOfTheEnvironment() {
        var proxies = Proxies.of(Map.of("HTTPS_PROXY", "http://proxy.example:3128", "HTTP_PROXY", "http://no:1"));
        assertThat(proxies.to("api.example", 443)).hasValueSatisfying(proxy -> {
            assertThat(proxy.host()).isEqualTo("proxy.example");
            assertThat(proxy.port()).isEqualTo(3128);
            assertThat(proxy.authorization()).isEmpty();
        });
    }

    @Test
    void prefersLowerCaseAndTakesAHostWithoutScheme() {
        var proxies = Proxies.of(Map.of("HTTPS_PROXY", "http://upper:1", "https_proxy", "lower:2"));
        assertThat(proxies.to("api.example", 443)).map(Proxies.Proxy::host).contains("lower");
    }

    @Test
    void keepsThePasswordAsASecret() {
        var proxies = Proxies.of(Map.of("https_proxy", "http://user:pass%20word@proxy:3128"));
        assertThat(proxies.toString()).doesNotContain("pass").doesNotContain("dXNlc");
        assertThat(proxies.to("api.example", 443).orElseThrow().authorization())
                .map(Secret::inClear)
                .contains("Basic dXNlcjpwYXNzIHdvcmQ=");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"socks5://user:canary@proxy:1", "https://user:canary@proxy", "http://user:canary@", "::canary::"
            })
    void refusesAProxyItCannotUseWithoutShowingIt(String value) {
        assertThatThrownBy(() -> Proxies.of(Map.of("https_proxy", value)))
                .hasMessageContaining("HTTPS_PROXY must be")
                .hasMessageNotContaining("canary");
    }

    @ParameterizedTest
    @CsvSource({
        "*, api.example",
        "api.example, api.example",
        "example, api.example",
        ".example, api.example",
        "*.example, api.example",
        "API.Example, api.example",
        "api.example:443, api.example",
        "10.0.0.0/8, 10.1.1.1",
        "10.1.1.1, 10.1.1.1",
        "'x , api.example', api.example",
        "nothing.at.all, localhost",
        "nothing.at.all, 127.0.0.1"
    })
    void goesDirectlyToWhatNoProxyNamesAndToThisMachine(String noProxy, String host) {
        var proxies = Proxies.of(Map.of("https_proxy", "http://proxy:1", "no_proxy", noProxy));
        assertThat(proxies.to(host, 443)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "api.example, other.example",
        "pi.example, api.example",
        "api.example:80, api.example",
        "10.0.0.0/8, 11.1.1.1"
    })
    void takesTheProxyToOthers(String noProxy, String host) {
        var proxies = Proxies.of(Map.of("https_proxy", "http://proxy:1", "NO_PROXY", noProxy));
        assertThat(proxies.to(host, 443)).isPresent();
    }

    @Test
    void isNoneWithoutVariables() {
        assertThat(Proxies.of(Map.of("https_proxy", " ")).to("api.example", 443))
                .isEmpty();
    }
}
