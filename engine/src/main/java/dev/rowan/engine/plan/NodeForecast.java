package dev.rowan.engine.plan;

import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.util.Optional;

/// What one node that calls a service would take.
///
/// `rows` reach it, if every answer lets them go on. `cost` leaves out the `unpriced` calls, whose price
/// nobody knows; `batch` is the same by the service's batches, where it has them. `guessed` calls hold an
/// answer of an earlier node, whose length is a guess; of `untold` rows it cannot be known what is sent.
/// `cost` is by the node's own mode; `auto` is its plan, with `mode: auto`.
public record NodeForecast(
        TransformNode node,
        long rows,
        long calls,
        long inputTokens,
        long outputTokens,
        CostRange cost,
        Optional<CostRange> batch,
        long unpriced,
        long guessed,
        long untold,
        TimeEstimate time,
        Optional<AutoForecast> auto) {}
