package dev.rowan.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.TransformResult;
import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.FixedSinkPlugin;
import dev.rowan.engine.FixedSourcePlugin;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.landscape.resume.PendingRow.Unknown;
import dev.rowan.testkit.FixedTransformPlugin;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeliveryPolicyTest {
    private static final RowTransform PASSING = (row, _) -> TransformResult.success(row);
    private static final PluginCatalog CATALOG = PluginCatalog.of(List.of(
            new FixedSourcePlugin("list", ListSource.counting(1)),
            new FixedTransformPlugin("ask", PASSING, Set.of(Capability.CALLS_OUT)),
            new FixedTransformPlugin("check", PASSING, Set.of(Capability.CALLS_OUT, Capability.SAFE_TO_REPEAT)),
            new FixedTransformPlugin("local", PASSING, Set.of()),
            new FixedSinkPlugin("list", new ListSink())));

    @Test
    void resendsALostCallOnceByDefault() {
        assertThat(delivery("ask", Map.of())).isEqualTo(new DeliveryPolicy.AtLeastOnce(1));
        assertThat(delivery("ask", Map.of("delivery", "at_least_once"))).isEqualTo(new DeliveryPolicy.AtLeastOnce(1));
    }

    @Test
    void readsBothKeys() {
        assertThat(delivery("ask", Map.of("max_unknown_resends", 10))).isEqualTo(new DeliveryPolicy.AtLeastOnce(10));
        assertThat(delivery("ask", Map.of("max_unknown_resends", 0))).isEqualTo(new DeliveryPolicy.AtLeastOnce(0));
        assertThat(delivery("ask", Map.of("delivery", "at_most_once"))).isEqualTo(new DeliveryPolicy.AtMostOnce());
    }

    @Test
    void refusesMoreResendsThanTen() {
        assertThatThrownBy(() -> delivery("ask", Map.of("max_unknown_resends", 11)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("transforms[0].options.max_unknown_resends: must be")
                .hasMessageContaining("got 11");
    }

    @Test
    void refusesResendsOfWhatIsSentAtMostOnce() {
        assertThatThrownBy(() -> delivery("ask", Map.of("delivery", "at_most_once", "max_unknown_resends", 1)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("max_unknown_resends: must be omitted with delivery: at_most_once");
    }

    @Test
    void refusesBothKeysWhereCallsAreSafeToRepeat() {
        assertThatThrownBy(() -> delivery("check", Map.of("delivery", "at_most_once", "max_unknown_resends", 1)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("'delivery' is not allowed here; calls of this plugin are idempotent")
                .hasMessageContaining("'max_unknown_resends' is not allowed here")
                .hasMessageContaining("set 'retry' instead");
        assertThat(delivery("check", Map.of())).isEqualTo(DeliveryPolicy.usual());
    }

    @Test
    void isNoKeyOfATransformWithoutCalls() {
        assertThatThrownBy(() -> delivery("local", Map.of("delivery", "at_most_once")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("unknown key 'delivery'");
    }

    @Test
    void allowsAsManyResendsAsItSays() {
        assertThat(new DeliveryPolicy.AtLeastOnce(2).allowsAnother(new Unknown(2, 0, 0)))
                .isTrue();
        assertThat(new DeliveryPolicy.AtLeastOnce(2).allowsAnother(new Unknown(3, 0, 0)))
                .isFalse();
        assertThat(new DeliveryPolicy.AtLeastOnce(0).allowsAnother(new Unknown(1, 0, 0)))
                .isFalse();
        assertThat(new DeliveryPolicy.AtMostOnce().allowsAnother(Unknown.NONE)).isTrue();
        assertThat(new DeliveryPolicy.AtMostOnce().allowsAnother(new Unknown(1, 0, 0)))
                .isFalse();
    }

    @Test
    void countsOnlyTheRepliesThatTheServiceLostUnlessACallMayBeSentOnce() {
        assertThat(new DeliveryPolicy.AtLeastOnce(0).allowsAnother(new Unknown(0, 60, 0)))
                .isTrue();
        assertThat(new DeliveryPolicy.AtMostOnce().allowsAnother(new Unknown(0, 1, 0)))
                .isFalse();
    }

    @Test
    void countsNoResetWhileTheServiceWasDownUnlessACallMayBeSentOnce() {
        assertThat(new DeliveryPolicy.AtLeastOnce(0).allowsAnother(new Unknown(0, 0, 60)))
                .isTrue();
        assertThat(new DeliveryPolicy.AtMostOnce().allowsAnother(new Unknown(0, 0, 1)))
                .isFalse();
    }

    private static DeliveryPolicy delivery(String plugin, Map<String, ?> options) {
        var root = Map.of(
                "source", Map.of("plugin", "list"),
                "transforms", List.of(Map.of("plugin", plugin, "options", options)),
                "sinks", Map.of("all", Map.of("plugin", "list")));
        return PipelineAssembly.assemble(
                        ConfigNode.of(root),
                        new PipelineAssembly.Origin("a test", Path.of(""), Optional.empty()),
                        CATALOG)
                .transforms()
                .getFirst()
                .delivery();
    }
}
