package dev.rowan.engine.transform;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.util.Optional;

/// Runs a row through a local transform with the checks of a run, without recording.
public record LocalTransform(Time time) {

    public RoutedResult process(TransformNode node, RowTransform transform, TokenInfo token, Row row)
            throws InterruptedException {
        Optional<Reason> violation = node.schema().check(row);
        if (violation.isPresent()) {
            return RoutedResult.of(TransformResult.error(violation.get()));
        }
        try {
            var visit = new NodeVisit(token, token.stateId(node.index(), 1), 1, time, new NoCalls(node.name()));
            RoutedResult routed = RoutedResult.of(transform, row, visit);
            checkDeclared(node, token, routed.result());
            return routed;
        } catch (InterruptedException stopped) {
            throw stopped;
        } catch (Exception defect) {
            throw new TransformDefect(
                    "transform '" + node.name() + "' failed at row " + token.rowSeq() + ": " + defect, defect);
        }
    }

    private static void checkDeclared(TransformNode node, TokenInfo token, TransformResult result) {
        boolean splits = node.plugin().capabilities().contains(Capability.CREATES_TOKENS);
        if (result == null || (result instanceof TransformResult.SuccessMulti && !splits)) {
            throw new IllegalStateException("returned " + (result == null ? "null" : "several rows") + " for "
                    + token.tokenId() + ", which its plugin does not declare");
        }
    }
}
