package dev.rowan.cloud.request;

import dev.rowan.api.call.Payload;
import java.io.ByteArrayInputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// A reply in XML: the texts of its elements by their local names, those inside repeated elements apart.
public record XmlReply(String root, Map<String, String> fields, List<Map<String, String>> items) {

    /// Reads `body`; `item` is the name of the repeated elements.
    public static XmlReply parse(Payload body, String item) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory(); // whatever others are on the class path
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(body.bytes()));
        try {
            return parse(reader, item);
        } finally {
            reader.close();
        }
    }

    private static XmlReply parse(XMLStreamReader reader, String item) throws XMLStreamException {
        var fields = new LinkedHashMap<String, String>();
        var items = new ArrayList<Map<String, String>>();
        Map<String, String> current = fields;
        Deque<String> open = new ArrayDeque<>();
        var text = new StringBuilder();
        String root = "";
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    String name = reader.getLocalName();
                    root = open.isEmpty() ? name : root;
                    open.push(name);
                    text.setLength(0);
                    if (name.equals(item)) {
                        current = new LinkedHashMap<>();
                        items.add(current);
                    }
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> text.append(reader.getText());
                case XMLStreamConstants.END_ELEMENT -> {
                    String name = open.pop();
                    if (name.equals(item)) {
                        current = fields;
                    } else {
                        current.putIfAbsent(name, text.toString());
                    }
                    text.setLength(0);
                }
                default -> {}
            }
        }
        return new XmlReply(root, fields, items);
    }

    public Optional<String> find(String name) {
        return Optional.ofNullable(fields.get(name)).map(String::strip).filter(value -> !value.isEmpty());
    }
}
