package dev.rowan.connectors.azureblob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.secret.Secret;
import org.junit.jupiter.api.Test;

class StorageCredentialTest {
    @Test
    void takesASasTokenWithOrWithoutItsQuestionMark() throws Exception {
        Secret token = Secret.of("${SAS}", "?sv=2023-11-03&sr=c&sig=abc%2Bdef%3D");

        assertThat(StorageCredential.Sas.of(token).token().inClear()).isEqualTo("sv=2023-11-03&sr=c&sig=abc%2Bdef%3D");
    }

    @Test
    void refusesASasTokenThatWasCutInsideAnEscapeWithoutShowingIt() {
        Secret token = Secret.of("${SAS}", "sv=2023-11-03&sr=c&sig=abc%2");

        assertThatThrownBy(() -> StorageCredential.Sas.of(token))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("${SAS}")
                .hasMessageNotContaining("abc");
    }
}
