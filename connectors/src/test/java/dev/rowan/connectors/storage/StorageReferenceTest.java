package dev.rowan.connectors.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.config.OptionKind;
import dev.rowan.connectors.file.StorageOptions;
import dev.rowan.testkit.reference.OptionTable;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class StorageReferenceTest {

    @Test
    void thePageListsTheKeysOfAllStorages() throws Exception {
        assertThat(StorageOptions.STORAGE.kind())
                .isInstanceOfSatisfying(
                        OptionKind.Nested.class,
                        storage -> assertThat(Path.of("..", "docs", "plugins-storage.md"))
                                .content()
                                .contains(OptionTable.of(storage.options())));
    }
}
