package dev.rowan.providers.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.testkit.FakeSetup;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceAccessTest {
    private static final Option<ServiceLocation> ENDPOINT = ServiceLocation.named("endpoint");
    private static final URI SIMULATOR = URI.create("http://127.0.0.1:4242");
    private static final URI OWN = URI.create("https://own.example.org/path");
    private static final ServiceDefaults OWN_ADDRESS = ServiceDefaults.ofOwnAddress("AN_ENDPOINT", "A_KEY");
    private static final ServiceDefaults KNOWN_ADDRESS = new ServiceDefaults(
            List.of("AN_ENDPOINT"),
            Optional.of(URI.create("https://known.example.org")),
            List.of("A_KEY", "ANOTHER_KEY"));

    @Test
    void takesWhatTheSettingsSayBeforeTheEnvironment() throws Exception {
        var given = new SecretReference.Given(Secret.of("api_key", "given-secret"));
        ServiceAccess access = wanted(Optional.of(new ServiceLocation.At(OWN)), Optional.of(given), OWN_ADDRESS)
                .find(setup(Map.of("AN_ENDPOINT", "https://other.example.org", "A_KEY", "other-secret")));

        assertThat(access).isEqualTo(new ServiceAccess(OWN, Secret.of("api_key", "given-secret"), false));
    }

    @Test
    void takesTheRestFromTheEnvironment() throws Exception {
        ServiceAccess access = wanted(Optional.empty(), Optional.empty(), OWN_ADDRESS)
                .find(setup(Map.of("AN_ENDPOINT", OWN.toString(), "A_KEY", "env-secret")));

        assertThat(access.base()).isEqualTo(OWN);
        assertThat(access.key().inClear()).isEqualTo("env-secret");
        assertThat(access.key().origin()).isEqualTo("${A_KEY}");
    }

    @Test
    void goesToTheKnownAddressWithTheFirstKeyThatIsSet() throws Exception {
        ServiceAccess access = wanted(Optional.empty(), Optional.empty(), KNOWN_ADDRESS)
                .find(setup(Map.of("A_KEY", " ", "ANOTHER_KEY", "second-secret")));

        assertThat(access.base()).hasToString("https://known.example.org");
        assertThat(access.key().inClear()).isEqualTo("second-secret");
    }

    @Test
    void givesTheSimulatorAPlaceholderAndNeverTheUsersKey() throws Exception {
        ServiceAccess access = wanted(Optional.of(new ServiceLocation.Simulator()), Optional.empty(), OWN_ADDRESS)
                .find(setup(Map.of("A_KEY", "real-secret")));

        assertThat(access.base()).isEqualTo(SIMULATOR);
        assertThat(access.simulated()).isTrue();
        assertThat(access.key().inClear()).isNotEqualTo("real-secret");
        assertThat(wanted(Optional.empty(), Optional.empty(), OWN_ADDRESS)
                        .find(setup(Map.of("AN_ENDPOINT", "simulator")))
                        .simulated())
                .isTrue();
    }

    @Test
    void explainsWhatToSetWhenTheKeyIsMissingAndDoesNotUseTheSimulator() {
        assertThatThrownBy(() -> wanted(Optional.of(new ServiceLocation.At(OWN)), Optional.empty(), KNOWN_ADDRESS)
                        .find(setup(Map.of())))
                .isInstanceOf(PluginException.class)
                .hasMessage("needs a key: set 'api_key' or the environment variable A_KEY or ANOTHER_KEY; "
                        + "for a trial without a key, name the simulator instead");
    }

    @Test
    void explainsWhatToSetWhenTheAddressIsMissing() {
        assertThatThrownBy(() -> wanted(Optional.empty(), Optional.empty(), OWN_ADDRESS)
                        .find(setup(Map.of("A_KEY", "env-secret"))))
                .isInstanceOf(PluginException.class)
                .hasMessageStartingWith("needs an address: set 'endpoint' or the environment variable AN_ENDPOINT");
    }

    @Test
    void refusesAnAddressFromTheEnvironmentThatIsNone() {
        assertThatThrownBy(() -> wanted(Optional.empty(), Optional.empty(), OWN_ADDRESS)
                        .find(setup(Map.of("AN_ENDPOINT", "own.example.org", "A_KEY", "env-secret"))))
                .isInstanceOf(PluginException.class)
                .hasMessageStartingWith("environment variable AN_ENDPOINT must be an https:// URL");
    }

    @Test
    void doesNotUseABadKeyNorShowIt() {
        assertThatThrownBy(() -> wanted(Optional.of(new ServiceLocation.At(OWN)), Optional.empty(), OWN_ADDRESS)
                        .find(setup(Map.of("A_KEY", "canary\ncanary"))))
                .isInstanceOf(PluginException.class)
                .hasMessageNotContaining("canary");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://own.example.org",
                "https://own.example.org/",
                "https://own.example.org:8443/a/b",
                "http://localhost:8080",
                "http://127.0.0.1:1",
                "http://[::1]:1/v1"
            })
    void takesAnAddress(String text) {
        assertThat(ServiceLocation.parse(text)).hasValue(new ServiceLocation.At(URI.create(text)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "own.example.org",
                "//own.example.org",
                "http://own.example.org",
                "ftp://own.example.org",
                "https://",
                "https:///path",
                "https://user:secret@own.example.org",
                "https://own.example.org?a=1",
                "https://own.example.org#a",
                "https://own example.org",
                "Simulator",
                "file:///etc/passwd"
            })
    void refusesWhatIsNoAddress(String text) {
        assertThat(ServiceLocation.parse(text)).isEmpty();
        assertThat(problems(Map.of("endpoint", text)))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).startsWith("must be an https:// URL"));
    }

    @Test
    void readsTheWordForTheSimulator() {
        var problems = new Problems();
        Section section = Section.check(
                        ConfigNode.of(Map.of("endpoint", "simulator")), Options.of(ENDPOINT), Path.of(""), problems)
                .orElseThrow();
        assertThat(section.get(ENDPOINT)).isEqualTo(new ServiceLocation.Simulator());
        assertThat(problems(Map.of("endpoint", 1))).hasSize(1);
    }

    private static List<Problem> problems(Map<String, Object> settings) {
        var problems = new Problems();
        Section.check(ConfigNode.of(settings), Options.of(ENDPOINT), Path.of(""), problems);
        return problems.list();
    }

    private static ServiceAccess.Wanted wanted(
            Optional<ServiceLocation> location, Optional<SecretReference> key, ServiceDefaults defaults) {
        return new ServiceAccess.Wanted(location, key, defaults, "endpoint", "api_key");
    }

    private static FakeSetup setup(Map<String, String> variables) {
        return new FakeSetup(variables, Optional.of(SIMULATOR), false);
    }
}
