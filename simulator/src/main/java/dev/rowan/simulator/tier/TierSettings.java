package dev.rowan.simulator.tier;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.simulator.answer.Seed;
import java.math.BigDecimal;
import java.util.Optional;

/// The `flex` section: the shares of flex requests that are refused for lack of resources, at no cost, and that are
/// served in the standard tier; and the tier of requests that name none, as a project may set it.
public record TierSettings(double refused, double downgraded, ProjectTier project) {
    private static final Option<BigDecimal> REFUSED =
            share("refused").describedAs("the share of flex requests that get 429 resource_unavailable");
    private static final Option<BigDecimal> DOWNGRADED =
            share("standard").describedAs("the share of flex requests that are served and billed in the standard tier");

    private static final Option<ProjectTier> PROJECT = Option.choice("project", ProjectTier.class)
            .orElse(ProjectTier.STANDARD)
            .describedAs("the tier of requests that name none");

    public static final Options OPTIONS = Options.of(REFUSED, DOWNGRADED, PROJECT);
    public static final TierSettings DEFAULT = new TierSettings(0, 0, ProjectTier.STANDARD);

    /// The default tier of a project.
    public enum ProjectTier {
        STANDARD,
        PRIORITY
    }

    private static Option<BigDecimal> share(String name) {
        return Option.decimal(name, Optional.empty(), Optional.of(BigDecimal.ONE))
                .orElse(BigDecimal.ZERO);
    }

    public static TierSettings read(Section section) {
        return new TierSettings(
                section.get(REFUSED).doubleValue(), section.get(DOWNGRADED).doubleValue(), section.get(PROJECT));
    }

    /// The tier that serves a request for `asked`; empty if it is refused.
    public Optional<SimulatedTier> serving(String asked, Seed seed) {
        return switch (asked) {
            case "flex" -> {
                double chance = seed.and("flex".hashCode()).random().nextDouble();
                yield chance < refused
                        ? Optional.empty()
                        : Optional.of(chance < refused + downgraded ? SimulatedTier.STANDARD : SimulatedTier.FLEX);
            }
            case "priority" -> Optional.of(SimulatedTier.PRIORITY);
            case "auto" ->
                Optional.of(project == ProjectTier.PRIORITY ? SimulatedTier.PRIORITY : SimulatedTier.STANDARD);
            default -> Optional.of(SimulatedTier.STANDARD);
        };
    }
}
