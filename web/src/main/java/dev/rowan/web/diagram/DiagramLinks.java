package dev.rowan.web.diagram;

import dev.rowan.engine.graph.Edge;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.pipeline.PipelineOutline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The edges of a pipeline between the nodes as drawn; `sources` by name.
record DiagramLinks(Map<String, Diagram.Node> sources, List<Diagram.Node> transforms, List<Diagram.Node> sinks) {

    List<Diagram.Link> of(PipelineOutline outline) {
        var links = new ArrayList<Diagram.Link>();
        sources.forEach((name, source) -> {
            Optional.ofNullable(outline.starts().get(name)).ifPresent(to -> links.add(link(source, "", to)));
            Optional.ofNullable(outline.errors().get(name))
                    .ifPresent(to -> links.add(link(source, DiagramTrace.Step.ERROR, to)));
        });
        for (Edge edge : outline.edges()) {
            links.add(link(transforms.get(edge.from()), edge.label(), edge.to()));
        }
        return links;
    }

    private Diagram.Link link(Diagram.Node from, String label, Target to) {
        return new Diagram.Link(
                from.path(),
                label,
                switch (to) {
                    case Target.Node(int index) ->
                        Optional.of(transforms.get(index).path());
                    case Target.Sink(String name) ->
                        Optional.of(sinks.stream()
                                .filter(sink -> sink.name().equals(name))
                                .findFirst()
                                .orElseGet(() -> DiagramPlanner.missing(name))
                                .path());
                    case Target.Discard _ -> Optional.empty();
                });
    }
}
