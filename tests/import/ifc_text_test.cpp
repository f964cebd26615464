#include <gtest/gtest.h>

#include "import/assimp_preflight.h"

namespace ambula {
namespace {

std::string file(const std::string& data) {
  return "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n" + data +
         "ENDSEC;\nEND-ISO-10303-21;\n";
}

// The data section as assimp gets it, or the error without the file's name.
std::string rewritten(const std::string& data, std::vector<std::string>* warnings = nullptr) {
  std::vector<std::string> unheard;
  auto out = ifc_for_assimp(file(data), "a.ifc", warnings ? *warnings : unheard);
  if (!out) return out.error().message;
  const std::string empty = file("");
  const std::size_t head = empty.find("ENDSEC;\nEND-ISO"), tail = empty.size() - head;
  return out->substr(head, out->size() - head - tail);
}

TEST(IfcText, WhatIfc2x3HasStaysAsItIs) {
  const std::string data =
      "#1=IFCCARTESIANPOINT((0.,1.E-3,2.));\r\n/* #9; */#2= IFCPOLYLINE((#1, #1));\n"
      "#3=IFCLABEL('it''s; (#77,');\n";
  EXPECT_EQ(rewritten(data), data);
}

TEST(IfcText, SpacesAreInternalAndOwnersFilledIn) {
  const std::string id = "'347jFE2yX7IhCEIALmupEH'";
  EXPECT_EQ(rewritten("#1=IFCSPACE(" + id + ",$,'a, (b)',$,$,$,$,'Hall',.ELEMENT.,$,1.);\n"),
            "#1=IFCSPACE(" + id + ",#1,'a, (b)',$,$,$,$,'Hall',.ELEMENT.,.INTERNAL.,1.);\n");
  const std::string property = "#1=IFCPROPERTYSINGLEVALUE('A name of twenty-two c.',$,$,$);\n";
  EXPECT_EQ(rewritten(property), property);
  const std::string outside = "#1=IFCSPACE(" + id + ",#1,$,$,$,$,$,$,.ELEMENT.,.EXTERNAL.,$);\n";
  EXPECT_EQ(rewritten(outside), outside);
}

TEST(IfcText, UnknownEntitiesLeaveTheirLists) {
  std::vector<std::string> warnings;
  const std::string unknown = "#2=IFCTRIANGULATEDFACESET(#1);\n#3=IFCTRIANGULATEDFACESET(#1);\n";
  const auto items = [&](const std::string& list) {
    return rewritten("#1=IFCCARTESIANPOINT((0.,0.,0.));\n" + unknown +
                         "#4=IFCSHAPEREPRESENTATION(#1,'Body','x'," + list + ");\n",
                     &warnings);
  };
  const auto left = [](const std::string& list) {
    return "#1=IFCCARTESIANPOINT((0.,0.,0.));\n\n\n#4=IFCSHAPEREPRESENTATION(#1,'Body','x'," + list + ");\n";
  };
  EXPECT_EQ(items("(#2)"), left("()"));
  EXPECT_EQ(items("(#2,#3)"), left("()"));
  EXPECT_EQ(items("(#1,#2)"), left("(#1)"));
  EXPECT_EQ(items("(#2,#1)"), left("(#1)"));
  EXPECT_EQ(items("(#1,#2,#3,#1)"), left("(#1,#1)"));
  EXPECT_EQ(items("(#1 , #2 , #3)"), left("(#1  )"));
  EXPECT_EQ(items("( #2 , #3 , #1 )"), left("( #1 )"));
  EXPECT_EQ(items("(#1,#2,#3)"), left("(#1)"));
  EXPECT_EQ(items("(#2,#1,#3)"), left("(#1)"));
  ASSERT_FALSE(warnings.empty());
  EXPECT_EQ(
      warnings[0],
      "2 entities were passed over, being or needing what IFC2x3 does not have: 2 IFCTRIANGULATEDFACESET; "
      "export it as IFC2x3 or glTF to have all of it");
}

TEST(IfcText, WhatNeedsAnUnknownEntityGoesWithIt) {
  EXPECT_EQ(rewritten("#4=IFCCLOSEDSHELL((#3,#5));#3=IFCFACEOUTERBOUND(#2,.T.);#2=IFCPOLYGON(#1);"
                      "#1=IFCINDEXEDPOLYCURVE($);#5=IFCFACE(());"),
            "#4=IFCCLOSEDSHELL((#5));#5=IFCFACE(());");
}

TEST(IfcText, RelationsToPropertiesAreLeftOutAndTheRestStays) {
  std::vector<std::string> warnings;
  const std::string panel = "#1=IFCDOORPANELPROPERTIES($);", relation = "#2=IFCRELDEFINESBYPROPERTIES(#1);";
  EXPECT_EQ(rewritten(panel + relation, &warnings), panel);
  EXPECT_TRUE(warnings.empty());  // nothing of the building is missing
  const std::string referred = panel + relation + "#3=IFCFACE((#2));";
  EXPECT_EQ(rewritten(referred), referred);  // no reference may lead to nothing
}

TEST(IfcText, DamageIsNamedWithItsByte) {
  const std::string at = std::to_string(file("").find("ENDSEC;\nEND-ISO"));
  EXPECT_EQ(rewritten("#1=IFCPOLYLINE((#2));"), "a.ifc: byte " + std::to_string(std::stoul(at) + 16) +
                                                    ": #2 is referred to, but not in the file");
  EXPECT_EQ(rewritten("#1=IFCLABEL('a');#1=IFCLABEL('b');"),
            "a.ifc: byte " + std::to_string(std::stoul(at) + 17) + ": #1 is in the file twice");
  EXPECT_EQ(rewritten("hello"), "a.ifc: byte " + at + ": not an entity such as \"#12=IFCWALL(...);\"");
  EXPECT_EQ(rewritten("#99999999999999999999=IFCLABEL('');"),
            "a.ifc: byte " + at + ": not an entity such as \"#12=IFCWALL(...);\"");
}

TEST(IfcText, EveryCutOffFileIsRefused) {
  const std::string whole = file("#1=IFCLABEL('id');\n/* x */#2=IFCPOLYLINE((#1,#1),$);\n");
  std::vector<std::string> warnings;
  const std::size_t end = whole.find("ENDSEC;\nEND-ISO") + 6;
  for (std::size_t n = 0; n < end; ++n) {
    auto cut = ifc_for_assimp(whole.substr(0, n), "a.ifc", warnings);
    ASSERT_FALSE(cut) << n;
    EXPECT_TRUE(cut.error().message.starts_with("a.ifc: byte ")) << cut.error().message;
  }
  EXPECT_TRUE(ifc_for_assimp(whole, "a.ifc", warnings));
}

TEST(IfcText, NamesOfIfc4AreNotOfIfc2x3) {
  for (const char* known : {"IFCWALL", "IFCWALLSTANDARDCASE", "IFCSPACE", "IFCFACETEDBREP", "IFCZONE"}) {
    EXPECT_TRUE(is_ifc2x3(known)) << known;
  }
  for (const char* other : {"IFCTRIANGULATEDFACESET", "IFCGEOGRAPHICELEMENT", "IFCWAL", "", "ifcwall"}) {
    EXPECT_FALSE(is_ifc2x3(other)) << other;
  }
}

}  // namespace
}  // namespace ambula
