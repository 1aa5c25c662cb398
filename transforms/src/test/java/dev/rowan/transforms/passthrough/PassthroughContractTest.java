package dev.rowan.transforms.passthrough;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.testkit.contract.RowTransformContract;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PassthroughContractTest extends RowTransformContract {

    @Override
    protected TransformPlugin plugin() {
        return new PassthroughPlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of();
    }

    @Override
    protected Row passing() {
        return Row.of("a", 1);
    }

    @Test
    void passesTheVeryRow() {
        Row row = passing();

        assertThat(process(options(), row))
                .isInstanceOfSatisfying(
                        TransformResult.Success.class,
                        success -> assertThat(success.row()).isSameAs(row));
    }
}
